/** Shows a race, beat by beat at the chosen pace, or an earlier step of it. It waits for timers, never for drawing, so
 * a page that is not being drawn does not fall behind. */

import { beatOf, dramasBetween, isBig, nextStop, stops, type Beat, type Drama } from './beats';
import type { Move } from './motion.svelte';
import { TEMPI, type Tempo } from './pace';
import { settings } from './settings.svelte';
import type { Scene, State, Step } from './types';

/** If the rest of a race is skipped, this many of its last beats are still shown, so that nobody misses the finish. */
const FINALE = 6;
/** How many steps are kept in memory. */
const KEPT = 4;

/** What the playback needs from the table. */
interface Host {
  /** The table as it looked after a step. */
  stepAt: (step: number) => Promise<Step>;
  /** Load the board of a scene. */
  prepare: (scene: Scene) => Promise<void>;
  /** Whether nobody is watching: then what is new is shown at once, not move by move. */
  unseen: () => boolean;
  /** How the pieces moved from one scene to the next. */
  movesBetween: (before: Scene, after: Scene, stateId: string) => Move[];
  /** Called when a state goes on show. */
  arrived: (before: State | null, state: State) => void;
  /** Called when something big happens. */
  struck: (dramas: Drama[]) => void;
  fail: (error: unknown) => void;
}

/** An earlier step that is being looked back at; `public` is its public number, which links name. */
export interface Past {
  scene: Scene;
  step: number;
  public: number;
}

const pastOf = (step: Step): Past => ({ scene: step.scene, step: step.story_until, public: step.public });

export class Playback {
  /** The state on show: it lags behind `latest` while beats are being shown. */
  shown = $state.raw<State | null>(null);
  latest = $state.raw<State | null>(null);
  past = $state.raw<Past | null>(null);
  /** The moves that led to what is on show, and how long they take in all. */
  moves = $state.raw<Move[]>([]);
  time = $state(0);
  /** The beat on show, and the big moments in it. */
  beat = $state.raw<Beat | null>(null);
  dramas = $state.raw<Drama[]>([]);
  /** Whether dice tumble: their result is not on the board yet. */
  tumbling = $state(false);
  /** Whether beats are being shown, or the last one is still in sight. */
  busy = $state(false);
  /** Whether an earlier part of the race is playing. */
  playing = $state(false);
  /** Whether the rest of the race is being skipped, up to the finish. */
  rushing = $state(false);
  /** Whether only bots are left: then the pace is fast, unless somebody chooses another. */
  hurried = $state(false);

  private run = 0;
  private wake: (() => void) | null = null;
  private readonly steps = new Map<string, Promise<Step>>();

  constructor(private readonly host: Host) {}

  get tempo(): Tempo {
    const pace = settings.pace;
    return TEMPI[this.hurried && pace !== 'instant' ? 'fast' : pace];
  }

  get instant(): boolean {
    return settings.pace === 'instant';
  }

  get animating(): boolean {
    return this.latest !== this.shown;
  }

  /** Take a new state from the table. */
  take(state: State): void {
    const same = state.state_id === this.latest?.state_id;
    this.latest = state;
    if (state.scene.over && this.rushing) {
      this.rushing = false;
      void this.finale();
    } else if (!this.shown || this.past || this.instant || this.rushing || this.host.unseen()) this.jump();
    else if (!this.busy) {
      if (same) this.arrive(state, []);
      else void this.perform(++this.run);
    }
  }

  /** Put the latest state on show at once, without what lies between. */
  private jump(): void {
    if (!this.past) this.cut();
    if (this.latest && this.latest !== this.shown) this.arrive(this.latest, []);
  }

  /** Put what is new on show at once. If the race is over and many beats are left, the last ones are still shown. */
  skip(): void {
    const { shown, latest } = this;
    const left = shown && latest?.scene.over ? stops(latest.story, shown.steps, latest.steps).length : 0;
    if (left > FINALE && !this.instant) void this.finale();
    else this.jump();
  }

  /** Skip to the finish: as soon as the race is over, only its last beats are shown. */
  toTheFinish(): void {
    this.rushing = !this.latest?.scene.over;
    if (this.rushing) this.jump();
    else this.skip();
  }

  /** Show the race from shortly before its end. */
  private async finale(): Promise<void> {
    const { shown, latest } = this;
    if (!shown || !latest || this.past || this.instant || this.host.unseen()) {
      this.jump();
      return;
    }
    const from = stops(latest.story, shown.steps, latest.steps).at(-FINALE - 1);
    this.cut();
    const run = ++this.run;
    if (from !== undefined) {
      const state = await this.stateAt(latest, from);
      if (run !== this.run) return;
      if (state) await this.host.prepare(state.scene);
      if (run !== this.run) return;
      if (state) this.arrive(state, []);
    }
    await this.perform(run);
  }

  private async perform(run: number): Promise<void> {
    this.busy = true;
    while (run === this.run && this.shown && this.latest && this.shown !== this.latest) {
      const [from, latest] = [this.shown, this.latest];
      if (latest.state_id === from.state_id) {
        this.arrive(latest, []);
        continue;
      }
      const step = nextStop(latest.story, from.steps, latest.steps);
      const state = step < latest.steps ? ((await this.stateAt(latest, step)) ?? latest) : latest;
      if (run !== this.run) return;
      this.askAhead(nextStop(latest.story, step, latest.steps), latest.steps);
      const beat = beatOf(latest.story, from.steps, state.steps);
      const moves = this.host.movesBetween(from.scene, state.scene, from.state_id);
      await this.present(run, beat, from.scene, state.scene, moves, () => this.arrive(state, moves));
    }
    if (run === this.run) this.rest();
  }

  /** Show one beat: first what chance brings, then the moves, then a moment to take it in. */
  private async present(
    run: number,
    beat: Beat,
    before: Scene,
    after: Scene,
    moves: Move[],
    put: () => void,
  ): Promise<void> {
    const tempo = this.playing && this.instant ? TEMPI.fast : this.tempo;
    await this.host.prepare(after);
    if (run !== this.run) return;
    this.dramas = [];
    this.beat = beat;
    if (beat.entries.some((entry) => entry.chance)) {
      this.tumbling = true;
      await this.pause(tempo.chance);
      if (run !== this.run) return;
      this.tumbling = false;
      await this.pause(tempo.sum);
      if (run !== this.run) return;
    }
    this.time = settings.stillness ? 0 : tempo.move * (1 + Math.min(3, moves.length) * 0.2);
    put();
    if (moves.length) await this.pause(this.time);
    if (run !== this.run) return;
    this.dramas = dramasBetween(before, after, beat);
    if (this.dramas.length) this.host.struck(this.dramas);
    const big = this.dramas.length || beat.entries.some(isBig);
    await this.pause(tempo.hold + (big ? tempo.big : 0));
  }

  private arrive(state: State, moves: Move[]): void {
    const before = this.shown;
    this.moves = moves;
    this.shown = state;
    this.host.arrived(before, state);
  }

  /** The state at a step before the latest; null if it can't be loaded. */
  private async stateAt(latest: State, step: number): Promise<State | null> {
    try {
      const { scene } = await this.ask(step);
      return {
        ...latest,
        scene,
        steps: step,
        state_id: `${latest.state_id}@${step}`,
        story: latest.story.filter((entry) => entry.step <= step),
      };
    } catch {
      return null;
    }
  }

  private askAhead(step: number, last: number): void {
    if (step < last) void this.ask(step).catch(() => undefined);
  }

  /** Ask for a step, but only once: it may have been asked for ahead, while the one before was on show. */
  private ask(step: number): Promise<Step> {
    const key = `${step}/${settings.language}`;
    const known = this.steps.get(key);
    if (known) return known;
    const asked = this.host.stepAt(step);
    asked.catch(() => this.steps.delete(key));
    this.steps.set(key, asked);
    for (const old of [...this.steps.keys()].slice(0, -KEPT)) this.steps.delete(old);
    return asked;
  }

  private pause(time: number): Promise<void> {
    if (time <= 0) return Promise.resolve();
    return new Promise((done) => {
      const clock = setTimeout(() => this.wake?.(), time);
      this.wake = () => {
        clearTimeout(clock);
        this.wake = null;
        done();
      };
    });
  }

  /** Somebody acts: stop waiting if the last beat has been shown and is only still in sight. */
  nudge(): void {
    if (this.busy && !this.animating) this.wake?.();
  }

  /** Stop showing beats. */
  cut(): void {
    this.run++;
    this.wake?.();
    this.rest();
  }

  private rest(): void {
    this.busy = false;
    this.playing = false;
    this.tumbling = false;
    this.beat = null;
    this.dramas = [];
    this.moves = [];
  }

  /** Start afresh, as if nothing had been shown: another seat is looking. */
  forget(): void {
    this.cut();
    this.steps.clear();
    this.shown = null;
    this.latest = null;
    this.past = null;
  }

  // ------------------------------------------------------------------------------------------------- looking back

  async lookBack(step: number): Promise<void> {
    const last = this.shown?.steps ?? 0;
    if (step >= last) {
      this.toNow();
      return;
    }
    this.cut();
    const run = this.run;
    try {
      const found = await this.ask(Math.max(0, step));
      await this.host.prepare(found.scene);
      if (run === this.run) this.past = pastOf(found);
    } catch (error) {
      this.host.fail(error);
    }
  }

  toNow(): void {
    this.cut();
    this.past = null;
    if (this.shown) void this.host.prepare(this.shown.scene);
    if (this.shown !== this.latest) this.jump();
  }

  /** Play the race from the step that is being looked back at, or from its start, at the chosen pace. */
  async play(): Promise<void> {
    const { latest } = this;
    if (!latest) return;
    if (!this.past || this.past.step >= latest.steps) await this.lookBack(0);
    const run = this.run;
    this.playing = true;
    this.busy = true;
    while (run === this.run && this.past && this.past.step < latest.steps) {
      const from = this.past;
      const step = nextStop(latest.story, from.step, latest.steps);
      let found: Step;
      try {
        found = await this.ask(step);
      } catch (error) {
        this.host.fail(error);
        break;
      }
      if (run !== this.run) return;
      this.askAhead(nextStop(latest.story, step, latest.steps), latest.steps);
      const moves = this.host.movesBetween(from.scene, found.scene, '');
      await this.present(run, beatOf(latest.story, from.step, step), from.scene, found.scene, moves, () => {
        this.moves = moves;
        this.past = pastOf(found);
      });
    }
    if (run === this.run) this.rest();
  }
}
