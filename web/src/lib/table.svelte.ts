/** One table, as this browser sees it: its state, its live line, the moves still to be shown, the choice in hand. */

import { api, Refused, type Answer } from './api';
import { ease } from './ease.svelte';
import { Live } from './live';
import type { Move } from './motion.svelte';
import { Playback, type Past } from './playback.svelte';
import { play } from './sounds';
import { setTitle, tellTurn } from './notify';
import { held, shareSeats } from './seats';
import { settings } from './settings.svelte';
import type {
  Board,
  ChatLine,
  Choice,
  GameInfo,
  Heard,
  Hint,
  Panel,
  Piece,
  Scene,
  Seat,
  State,
  StoryEntry,
  TableInfo,
} from './types';
import { Views } from './views';
import { wayTo } from './ways';
import { t } from './words';

/** What of a state is shown on the board and beside it: where only other things change, there is nothing to show. */
const ON_SHOW = ['moment', 'scene', 'clicks', 'undo', 'rematch', 'ease', 'steps'] as const;

export class Table {
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameInfo | null>(null);
  board = $state.raw<Board | null>(null);
  picked = $state<number | null>(null);
  pinned = $state(false);
  lineUp = $state(true);
  busy = $state(false);
  /** The moment in which this browser has acted: its choices are gone, also before the answer is shown. */
  acted = $state<string | null>(null);
  seat = $state(-1);
  curtain = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** A hint is being thought about. */
  asking = $state(false);
  message = $state.raw<{ words: string; clause: string | null; kind: 'why' | 'error' | 'hint' } | null>(null);
  missing = $state('');
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  said = $state('');

  secrets: Record<string, string> = $state.raw({});
  invites: Record<string, string> = $state.raw({});

  readonly alone: boolean;
  /** What of the race is on show. */
  readonly playback = new Playback({
    stepAt: (step) => api.step(this.id, step, this.secret),
    prepare: (scene) => this.followBoard(scene),
    unseen: () => document.hidden || this.curtain !== null,
    movesBetween: (before, after, moment) => this.movesBetween(before, after, moment),
    arrived: (before, state) => this.arrived(before, state),
    struck: (dramas) => dramas.forEach(({ kind }) => play(kind)),
    fail: (error) => this.fail(error),
  });
  private live: Live | null = null;
  private readonly views = new Views();
  private boards = new Map<string, Board>();
  private fetchingBoard = false;
  private wantedBoard = '';
  private wasMyTurn = false;
  /** The message is about the table not answering. */
  private offline = false;
  private lastActed: { moment: string; path: number[]; piece: string } | null = null;

  constructor(readonly id: string) {
    const mine = held(id);
    this.secrets = mine.secrets;
    this.invites = mine.invites;
    this.alone = mine.alone ?? false;
    const seats = Object.keys(mine.secrets).map(Number);
    this.seat = seats.length ? Math.min(...seats) : -1;
  }

  // ------------------------------------------------------------------------------------------------- what is seen

  get shown(): State | null {
    return this.playback.shown;
  }

  get latest(): State | null {
    return this.playback.latest;
  }

  get past(): Past | null {
    return this.playback.past;
  }

  get animating(): boolean {
    return this.playback.animating;
  }

  get scene(): Scene | null {
    return this.past?.scene ?? this.shown?.scene ?? null;
  }

  get choices(): Choice[] {
    if (this.past || this.curtain !== null || this.busy || this.animating) return [];
    if (this.acted === this.shown?.moment) return [];
    if (this.riddenByBot && this.shown?.scene.actor === this.seat) return [];
    return this.shown ? ease.offered(this.shown) : [];
  }

  get choice(): Choice | null {
    return this.choices.find((choice) => choice.action === this.picked) ?? null;
  }

  /** Whether a bot rides for the seat of this browser. */
  get riddenByBot(): boolean {
    return this.seat >= 0 && Boolean(this.info?.seats[this.seat]?.bot);
  }

  /** Whether bots ride for every seat: nobody decides anything any more. */
  get botsOnly(): boolean {
    return onlyBots(this.info?.seats ?? []);
  }

  /** Whether all riders of this browser's seat are in (or out). */
  get allIn(): boolean {
    const mine = this.shown?.scene.pieces.filter((piece) => piece.seat === this.seat) ?? [];
    return mine.length > 0 && mine.every((piece) => piece.pose === 'finished' || piece.pose === 'retired');
  }

  /** The seat of a person that the race waits for, though nobody is there. */
  get absent(): Seat | null {
    const seat = this.info?.seats[this.shown?.scene.actor ?? -1];
    const waits = seat?.kind === 'person' && !seat.bot && !seat.connected && this.info?.status !== 'finished';
    return waits && !this.mySeats.includes(seat.seat) ? seat : null;
  }

  get secret(): string | null {
    return this.secrets[this.seat] ?? null;
  }

  get mySeats(): number[] {
    return Object.keys(this.secrets).map(Number);
  }

  get pieces(): Map<string, Piece> {
    return new Map((this.scene?.pieces ?? []).map((piece) => [piece.id, piece]));
  }

  get story(): StoryEntry[] {
    return this.shown?.story ?? [];
  }

  colour(seat: number): string {
    return this.info?.seats[seat]?.colour ?? this.game?.teams[seat]?.colour ?? '#8A8F94';
  }

  pattern(seat: number): string {
    return this.game?.teams[seat]?.pattern ?? 'plain';
  }

  team(seat: number): string {
    return this.info?.seats[seat]?.team ?? this.game?.teams[seat]?.name ?? '';
  }

  rider(seat: number): string {
    return this.info?.seats[seat]?.name || this.team(seat);
  }

  // ---------------------------------------------------------------------------------------------------- the line

  async open(): Promise<void> {
    const drawn = api.board(this.id, this.secret); // it takes longest: nothing waits for it but the picture
    drawn.catch(() => undefined);
    try {
      const [info, games] = await Promise.all([api.table(this.id, this.secret), api.games()]);
      this.info = info;
      if (info.tour) this.share(info.tour.id);
      this.game = games.find((game) => game.id === info.game) ?? null;
      if (this.mySeats.includes(info.actor)) this.seat = info.actor;
      if (this.mySeats.length > 1 && !this.alone && info.status !== 'finished') this.curtain = this.seat;
      this.connect();
      this.board = await drawn;
      if (this.scene) void this.followBoard(this.scene);
    } catch (error) {
      this.missing = error instanceof Error ? error.message : String(error);
    }
  }

  /** Look back at a moment that a link names, once there is a race to look at. */
  async goTo(moment: number): Promise<void> {
    try {
      const step = await api.publicStep(this.id, moment, this.secret);
      await this.playback.lookBack(step.story_until);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Seats in a tour are held in all its stages. */
  private share(tour: string): void {
    shareSeats(tour, this.id);
    this.secrets = held(this.id).secrets;
    this.invites = held(this.id).invites;
    if (this.seat < 0 && this.mySeats.length) this.seat = Math.min(...this.mySeats);
  }

  close(): void {
    this.live?.close();
    this.live = null;
  }

  private connect(): void {
    this.live?.close();
    this.live = new Live(this.id, this.secret, settings.language, () => this.have, {
      heard: (message) => this.hear(message),
      line: (up) => this.setLine(up),
    });
  }

  /** The version of what this browser was told last. */
  private get have(): string | null {
    return this.views.latest?.version ?? null;
  }

  private hear(message: Heard): void {
    if (message.kind === 'error') this.message = { words: message.error.message, clause: null, kind: 'error' };
    else if (message.kind !== 'pong' && !this.take(message)) this.live?.look();
  }

  private hearChat(line: ChatLine): void {
    if (this.chat.some((known) => known.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (!this.mySeats.includes(line.seat) || this.seat === -1) this.unread++;
  }

  private setLine(up: boolean): void {
    if (up && !this.lineUp && this.offline) this.message = null;
    if (up) this.offline = false;
    this.lineUp = up;
  }

  async speak(): Promise<void> {
    if (!this.info) return;
    const hinted = this.hint ? this.askHint() : null;
    const games = await api.games().catch(() => null);
    this.game = games?.find((game) => game.id === this.info?.game) ?? this.game;
    this.boards.clear();
    this.board = await api.board(this.id, this.secret, this.scene?.board).catch(() => this.board);
    this.views.clear();
    this.live?.look(settings.language);
    if (!this.live?.up) await this.refresh();
    if (this.past) await this.playback.lookBack(this.past.step);
    if (this.message?.kind === 'why') this.message = null;
    await hinted;
  }

  /** Look again. */
  async refresh(): Promise<void> {
    await this.ask(() => api.state(this.id, this.have, this.secret));
  }

  /** Ask the table for something that it answers with what has changed; whether it did. An answer that is for another
   * seat by now is too late. */
  private async ask(how: () => Promise<Answer>): Promise<boolean> {
    const [seat, before] = [this.seat, this.views.latest];
    try {
      const answer = await how();
      if (seat === this.seat && !this.take(answer, before)) this.take(await api.state(this.id, null, this.secret));
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  // ------------------------------------------------------------------------------------------- states and motion

  /** Whatever the table tells, as a push or as an answer, comes this way. False: this browser lacks what it belongs to.
   */
  private take(message: Answer, asked?: State | null): boolean {
    const before = this.views.latest;
    const state = this.views.take(message, asked);
    if (state === 'gap') return false;
    if (state === 'late' || state === before) return true;
    this.info = state.table;
    if (this.shown) for (const line of state.chat) this.hearChat(line);
    else this.chat = state.chat;
    if (!this.botsOnly) this.playback.hurried = false;
    if (!before || ON_SHOW.some((part) => state[part] !== before[part])) this.playback.take(state);
    return true;
  }

  private arrived(before: State | null, state: State): void {
    const newMoment = before?.moment !== state.moment;
    void this.followBoard(state.scene);
    if (newMoment) {
      this.picked = null;
      this.pinned = false;
      this.acted = null;
      this.hint = null;
      if (this.message?.kind !== 'error') this.message = null;
      const told = before && state.steps > before.steps ? state.story.filter((entry) => entry.step > before.steps) : [];
      const asked = state === this.latest ? [state.scene.prompt] : [];
      this.said = [...told.map((entry) => entry.words), ...asked].join('. ');
    }
    const asked = before?.undo.asked;
    if (!newMoment && asked && !state.undo.asked && this.mySeats.includes(asked.by)) this.stands();
    if (state === this.latest) this.turnChanged(state);
  }

  /** Have the board that a scene is on, where the race has laid another road. One is asked for at a time; where the race
   * has gone on meanwhile, the one that came too late is only kept, and the one of now is asked for. */
  private async followBoard(scene: Scene): Promise<void> {
    this.wantedBoard = scene.board;
    if (this.fetchingBoard) return;
    this.fetchingBoard = true;
    try {
      while (this.board && this.wantedBoard && this.wantedBoard !== this.board.key) {
        const key = this.wantedBoard;
        const board = this.boards.get(key) ?? (await api.board(this.id, this.secret, key));
        this.boards.set(key, board);
        if (key !== this.wantedBoard) continue;
        this.board = board;
        if (board.key !== key) break;
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.fetchingBoard = false;
    }
  }

  private movesBetween(before: Scene, after: Scene, moment: string): Move[] {
    const then = new Map(before.pieces.map((piece) => [piece.id, piece]));
    const moves: Move[] = [];
    for (const piece of after.pieces) {
      const was = then.get(piece.id)?.square ?? null;
      if (piece.square === null || was === null || was === piece.square) continue;
      const acted = this.lastActed;
      const own = acted?.moment === moment && acted.piece === piece.id && acted.path.at(-1) === piece.square;
      moves.push({ piece: piece.id, way: own ? acted.path : wayTo(this.board?.squares ?? [], was, piece.square) });
    }
    return moves;
  }

  private turnChanged(state: State): void {
    const actor = state.scene.actor;
    if (actor !== this.seat && this.mySeats.includes(actor) && !state.scene.over) {
      if (!this.alone && hasSecrets(state.scene.panels)) this.curtain = actor;
      else this.sitAt(actor);
      return;
    }
    const mine = state.scene.choices.length > 0;
    setTitle(mine, this.info?.game_name ?? '');
    if (mine && !this.wasMyTurn) tellTurn(state.scene.prompt);
    this.wasMyTurn = mine;
  }

  /** Look at the table from another of this browser's seats. */
  sitAt(seat: number): void {
    this.curtain = null;
    this.seat = seat;
    this.picked = null;
    this.pinned = false;
    this.playback.forget();
    this.views.clear();
    this.connect();
  }

  // ----------------------------------------------------------------------------------------------------- choosing

  preview(action: number | null, pin = false): void {
    if (!pin && this.pinned) return;
    this.picked = action;
    this.pinned = pin && action !== null;
  }

  /** First pick previews, second confirms. */
  pick(action: number): void {
    if (this.picked === action && this.pinned) void this.confirm();
    else this.preview(action, true);
  }

  async confirm(action: number | null = this.picked): Promise<void> {
    const state = this.shown;
    const choice = this.choices.find((one) => one.action === action);
    if (!state || !choice) return;
    this.busy = true;
    this.playback.nudge();
    this.acted = state.moment;
    this.lastActed = { moment: state.moment, path: choice.path, piece: choice.piece };
    const [first = choice.action, ...then] = choice.actions;
    const done = await this.ask(() => api.act(this.id, this.have, first, state.moment, this.secret, then));
    if (!done) {
      this.acted = null;
      await this.refresh();
    }
    this.busy = false;
  }

  async askWhy(target: string): Promise<void> {
    try {
      const answer = await api.why(this.id, target, this.secret);
      this.message = { words: answer.words, clause: answer.clause || null, kind: 'why' };
    } catch (error) {
      this.fail(error);
    }
  }

  async askHint(): Promise<void> {
    if (this.asking) return;
    const moment = this.shown?.moment;
    this.asking = true;
    try {
      const hint = await api.hint(this.id, this.secret);
      if (this.shown?.moment !== moment) return;
      this.hint = hint;
      this.preview(ease.beginning(this.choices, hint.action), true);
    } catch (error) {
      this.fail(error);
    } finally {
      this.asking = false;
    }
  }

  /** Leave routines to the game: those that are named, and no others. */
  async leave(routines: readonly string[]): Promise<void> {
    await this.ask(() => api.leave(this.id, this.have, routines, this.secret));
  }

  async undo(): Promise<void> {
    const moment = this.latest?.moment;
    if (moment) await this.ask(() => api.undo(this.id, this.have, moment, this.secret));
  }

  async answerUndo(agree: boolean): Promise<void> {
    if ((await this.ask(() => api.answerUndo(this.id, this.have, agree, this.secret))) && !agree) this.stands();
  }

  private stands(): void {
    this.message = { words: t('Not everybody agrees: the move stands.'), clause: null, kind: 'why' };
  }

  async say(text: string): Promise<boolean> {
    try {
      await api.chat(this.id, text, this.secret);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  async setBot(seat: number, bot: string | null): Promise<void> {
    try {
      const secret = this.secrets[seat] ?? this.secret;
      const handed = bot === null ? api.takeFromBot(this.id, seat, secret) : api.giveToBot(this.id, seat, bot, secret);
      this.playback.hurried = onlyBots((await handed).seats);
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    const clause = error instanceof Refused ? error.clause : null;
    this.offline = error instanceof Refused && error.status === 0;
    this.message = { words: error instanceof Error ? error.message : String(error), clause, kind: 'error' };
  }
}

function onlyBots(seats: readonly Seat[]): boolean {
  return seats.length > 0 && seats.every((seat) => Boolean(seat.bot));
}

/** Whether a scene keeps something from its viewer. */
function hasSecrets(panels: readonly Panel[]): boolean {
  return panels.some((panel) => panel.rows.some((row) => row.cells.some((cell) => cell.style === 'hidden')));
}
