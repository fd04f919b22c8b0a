/** One table as this browser sees it: its state, its live connection, the moves not shown yet, the picked choice. */

import { api, Refused, type Answer } from './api';
import { moversOf } from './choosing';
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
  ServerMessage,
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

/** The fields of a state that the board and its surroundings show. If only others change, nothing need be shown. */
const ON_SHOW = ['state_id', 'scene', 'clicks', 'undo', 'rematch', 'ease', 'steps'] as const;

export class Table {
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameInfo | null>(null);
  board = $state.raw<Board | null>(null);
  picked = $state<number | null>(null);
  pinned = $state(false);
  private wantedMover = $state('');
  lineUp = $state(true);
  busy = $state(false);
  /** The state in which this browser has acted: its choices are gone, even before the answer is shown. */
  acted = $state<string | null>(null);
  seat = $state(-1);
  curtain = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Whether a hint is being searched for. */
  asking = $state(false);
  message = $state.raw<{ words: string; clause: string | null; kind: 'why' | 'error' | 'hint' } | null>(null);
  missing = $state('');
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  said = $state('');

  secrets: Record<string, string> = $state.raw({});
  invites: Record<string, string> = $state.raw({});

  readonly alone: boolean;
  /** The part of the race that is on show. */
  readonly playback = new Playback({
    stepAt: (step) => api.step(this.id, step, this.secret),
    prepare: (scene) => this.followBoard(scene),
    unseen: () => document.hidden || this.curtain !== null,
    movesBetween: (before, after, stateId) => this.movesBetween(before, after, stateId),
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
  /** Whether the message says that the table does not answer. */
  private offline = false;
  private lastActed: { state_id: string; path: number[]; piece: string } | null = null;

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

  /** All choices on offer, whichever piece they move. */
  get offered(): Choice[] {
    if (this.past || this.curtain !== null || this.busy || this.animating) return [];
    if (this.acted === this.shown?.state_id) return [];
    if (this.riddenByBot && this.shown?.scene.actor === this.seat) return [];
    return this.shown ? ease.offered(this.shown) : [];
  }

  /** The pieces that one press can move, if there are several. */
  get movers(): string[] {
    return moversOf(this.offered);
  }

  /** The one of these pieces whose routes are shown. */
  get mover(): string | undefined {
    const movers = this.movers;
    return movers.find((piece) => piece === this.wantedMover) ?? movers[0];
  }

  /** The choices on show: the routes of one piece, and everything that is not a route. */
  get choices(): Choice[] {
    const { offered, mover } = this;
    if (!mover) return offered;
    return offered.filter((choice) => choice.actions.length < 2 || !choice.path.length || choice.piece === mover);
  }

  get choice(): Choice | null {
    return this.choices.find((choice) => choice.action === this.picked) ?? null;
  }

  /** Whether a bot plays for the seat of this browser. */
  get riddenByBot(): boolean {
    return this.seat >= 0 && Boolean(this.info?.seats[this.seat]?.bot);
  }

  /** Whether bots play for every seat, so that no person decides anything any more. */
  get botsOnly(): boolean {
    return onlyBots(this.info?.seats ?? []);
  }

  /** Whether all riders of this browser's seat have finished or dropped out. */
  get allIn(): boolean {
    const mine = this.shown?.scene.pieces.filter((piece) => piece.seat === this.seat) ?? [];
    return mine.length > 0 && mine.every((piece) => piece.pose === 'finished' || piece.pose === 'retired');
  }

  /** The seat that the race waits for, if a person holds it but is away. */
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

  /** Who holds a seat, as a sentence needs it: the name, and whether it takes the plural. */
  nameForSentence(seat: number): { name: string; name_is: 'many' | 'one' } {
    const plural = !this.info?.seats[seat]?.name && this.game?.teams[seat]?.plural;
    return { name: this.rider(seat), name_is: plural ? 'many' : 'one' };
  }

  // ----------------------------------------------------------------------------------------------- the connection

  async open(): Promise<void> {
    const drawn = api.board(this.id, this.secret); // it takes longest, and only the picture waits for it
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

  /** Look back at the step that a link names, once there is a race to look at. */
  async goTo(number: number): Promise<void> {
    try {
      const step = await api.publicStep(this.id, number, this.secret);
      await this.playback.lookBack(step.story_until);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Share this browser's seats with the tour: they hold in all its stages. */
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

  /** The version of the view that this browser was sent last. */
  private get have(): string | null {
    return this.views.latest?.version ?? null;
  }

  private hear(message: ServerMessage): void {
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

  async changeLanguage(): Promise<void> {
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

  /** Ask for the state again. */
  async refresh(): Promise<void> {
    await this.ask(() => api.state(this.id, this.have, this.secret));
  }

  /** Ask the table for something, and take the news that it answers with. Returns whether it worked. An answer that
   * comes after a change of seat is dropped. */
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

  /** Take what the table sends, as a push or an answer. Returns false if this browser lacks the view it builds on. */
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
    const newMoment = before?.state_id !== state.state_id;
    void this.followBoard(state.scene);
    if (newMoment) {
      this.picked = null;
      this.pinned = false;
      this.wantedMover = '';
      this.acted = null;
      this.hint = null;
      if (this.message?.kind !== 'error') this.message = null;
      const told = before && state.steps > before.steps ? state.story.filter((entry) => entry.step > before.steps) : [];
      const asked = state === this.latest ? [state.scene.prompt] : [];
      const sentences = [...told.map((entry) => entry.words), ...asked];
      this.said = sentences.map((words) => words.replace(/\.$/, '')).join('. ');
    }
    const asked = before?.undo.asked;
    if (!newMoment && asked && !state.undo.asked && this.mySeats.includes(asked.by)) this.reportUndoDeclined();
    if (state === this.latest) this.turnChanged(state);
  }

  /** Load the board of a scene, if the road has changed. Only one board is asked for at a time. If the road has changed
   * again meanwhile, the late board is only kept, and the latest one is asked for. */
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

  private movesBetween(before: Scene, after: Scene, stateId: string): Move[] {
    const then = new Map(before.pieces.map((piece) => [piece.id, piece]));
    const moves: Move[] = [];
    for (const piece of after.pieces) {
      const was = then.get(piece.id)?.square ?? null;
      if (piece.square === null || was === null || was === piece.square) continue;
      const acted = this.lastActed;
      const own = acted?.state_id === stateId && acted.piece === piece.id && acted.path.at(-1) === piece.square;
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

  /** Show the routes of this piece, if it is one of several that can move. Returns whether it is. */
  show(piece: string): boolean {
    if (!this.movers.includes(piece)) return false;
    if (piece !== this.mover) this.preview(null, true);
    this.wantedMover = piece;
    return true;
  }

  /** The first pick previews, the second one confirms. */
  pick(action: number): void {
    if (this.picked === action && this.pinned) void this.confirm();
    else this.preview(action, true);
  }

  async confirm(action: number | null = this.picked): Promise<void> {
    const state = this.shown;
    const choice = this.offered.find((one) => one.action === action);
    if (!state || !choice) return;
    this.busy = true;
    this.playback.nudge();
    this.acted = state.state_id;
    this.lastActed = { state_id: state.state_id, path: choice.path, piece: choice.piece };
    const [first = choice.action, ...then] = choice.actions;
    const done = await this.ask(() => api.act(this.id, this.have, first, state.state_id, this.secret, then));
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
    const asked = this.shown?.state_id;
    this.asking = true;
    try {
      const hint = await api.hint(this.id, this.secret);
      if (this.shown?.state_id !== asked) return;
      this.hint = hint;
      const suggested = ease.beginning(this.offered, hint.action);
      this.show(this.offered.find((choice) => choice.action === suggested)?.piece ?? '');
      this.preview(suggested, true);
    } catch (error) {
      this.fail(error);
    } finally {
      this.asking = false;
    }
  }

  /** Leave these routines to the game, and no others. */
  async setRoutines(routines: readonly string[]): Promise<void> {
    await this.ask(() => api.setRoutines(this.id, this.have, routines, this.secret));
  }

  async undo(): Promise<void> {
    const stateId = this.latest?.state_id;
    if (stateId) await this.ask(() => api.undo(this.id, this.have, stateId, this.secret));
  }

  async answerUndo(agree: boolean): Promise<void> {
    if ((await this.ask(() => api.answerUndo(this.id, this.have, agree, this.secret))) && !agree)
      this.reportUndoDeclined();
  }

  private reportUndoDeclined(): void {
    this.message = { words: t('Somebody declined: the move stands.'), clause: null, kind: 'why' };
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

/** Whether a scene hides something from its viewer. */
function hasSecrets(panels: readonly Panel[]): boolean {
  return panels.some((panel) => panel.rows.some((row) => row.cells.some((cell) => cell.style === 'hidden')));
}
