/** What the table's API speaks: the same few kinds for every game. */

export type Language = 'en' | 'it' | 'de';

export type Pose = 'riding' | 'finished' | 'retired' | 'down' | 'off_road' | 'waiting';
export type PieceKind = 'rider' | 'car' | 'bunch' | 'token' | 'mechanic';

export interface Piece {
  id: string;
  seat: number;
  kind: PieceKind;
  label: string;
  name: string;
  square: number | null;
  slot: number;
  of: number;
  pose: Pose;
  role: string;
  badges: string[];
  note: string;
  progress: number;
}

export interface Choice {
  action: number;
  label: string;
  short: string;
  lane: string;
  key: string;
  piece: string;
  path: number[];
  spot: string;
  cost: string;
  risk: string;
  gain: string;
  details: string[];
  clauses: string[];
  weight: number;
}

export type CellStyle = '' | 'crossed' | 'blank' | 'hidden' | 'fresh' | 'due' | 'strong' | 'faint';

export interface Cell {
  text: string;
  style: CellStyle;
  spot: string;
  help: string;
}

export interface Row {
  label: string;
  cells: Cell[];
  seat: number;
  piece: string;
  active: boolean;
}

export type PanelKind = 'sheet' | 'table' | 'hand' | 'dice' | 'dial';

export interface Panel {
  id: string;
  kind: PanelKind;
  title: string;
  columns: string[];
  rows: Row[];
  note: string;
  owner: number;
  on_paper: boolean;
}

export interface Group {
  name: string;
  pieces: string[];
  at: number;
  gap: string;
}

export interface Mark {
  name: string;
  at: number;
  kind: string;
}

export interface Strip {
  round: string;
  to_go: string;
  profile: [number, number][];
  marks: Mark[];
  groups: Group[];
}

export interface Scene {
  game: string;
  seat: number;
  actor: number;
  over: boolean;
  turn: number;
  prompt: string;
  pieces: Piece[];
  choices: Choice[];
  panels: Panel[];
  strip: Strip;
  links: [number, number][];
}

export interface BoardSquare {
  x: number;
  y: number;
  angle: number;
  along: number;
  across: number;
}

export interface Board {
  svg: string;
  view: [number, number, number, number];
  squares: BoardSquare[];
  accent: string;
}

export interface TeamLook {
  name: string;
  colour: string;
  pattern: string;
  letter: string;
}

export type OptionValue = boolean | string;

/** A rule that can be chosen: on or off, or one of several where it has choices. */
export interface GameOption {
  name: string;
  label: string;
  help: string;
  clause: string;
  default: OptionValue;
  choices?: { value: string; label: string }[] | null;
}

export interface GameInfo {
  id: string;
  name: string;
  about: string;
  maturity: string;
  maturity_word: string;
  accent: string;
  min_teams: number;
  max_teams: number;
  default_teams: number;
  options: GameOption[];
  teams: TeamLook[];
  bots: { name: string; label: string; about: string }[];
  default_bot: string;
  courses: { id: string; name: string }[];
  default_course?: string;
  clause_prefix: string;
}

export type ClauseKind = 'rulebook' | 'ruling' | 'rebuilt' | 'example';

export interface Rules {
  title: string;
  chapters: { title: string; clauses: { id: string; kind: ClauseKind; text: string }[] }[];
}

export interface Seat {
  seat: number;
  name: string;
  team: string;
  colour: string;
  kind: 'person' | 'bot' | 'open';
  bot?: string | null;
  connected: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  game_name: string;
  course: string;
  course_name: string;
  options: Record<string, OptionValue>;
  teams: number;
  status: 'waiting' | 'live' | 'finished';
  created: string;
  updated: string;
  actor: number;
  your_turn?: boolean | null;
  /** The seat whose bot is thinking; -1: none. */
  thinking: number;
  prompt: string;
  commissioner: boolean;
  private: boolean;
  seats: Seat[];
  winner?: string | null;
  branch_of?: string | null;
  /** Why the race can only be looked at. */
  note?: string | null;
}

export interface StoryEntry {
  step: number;
  turn: number;
  words: string;
  clauses: string[];
  seat: number;
  weight: 'minor' | 'move' | 'major';
}

export interface ChatLine {
  id: number | string;
  seat: number;
  name: string;
  text: string;
  at: string;
}

export interface Undo {
  possible?: boolean;
  free: boolean;
  asked: { by: number; answers: Record<string, boolean | null> } | null;
}

export interface State {
  moment: string;
  scene: Scene;
  story: StoryEntry[];
  since_turn: StoryEntry[];
  table: TableInfo;
  undo: Undo;
  steps: number;
  chat: ChatLine[];
  /** The return race: where, this viewer's seat there, and the invitation to it if it is still to be claimed. */
  rematch?: { table: string; seat: number; invite: string | null } | null;
}

export type SeatKind = 'me' | 'here' | 'friend' | 'bot';

export interface NewTable {
  game: string;
  course?: string;
  options: Record<string, OptionValue>;
  teams: number;
  seats: { kind: SeatKind; name?: string; bot?: string }[];
  private: boolean;
  commissioner: boolean;
}

export interface Opened {
  table: TableInfo;
  secrets: Record<string, string>;
  invites: Record<string, string>;
}

export interface Report {
  standings: {
    seat: number;
    name: string;
    colour: string;
    place: number;
    points: number;
    details: Record<string, number>;
  }[];
  positions: { turn: number; riders: { id: string; distance: number }[] }[];
  moments: StoryEntry[];
  lines: { name: string; at: number }[];
  pieces: { id: string; seat: number; label: string; name: string }[];
}

/** What a choice leads to, on average: the chance to win, points, place. */
export interface Prospect {
  action: number;
  label: string;
  wins: number;
  points: number;
  place: number;
}

export interface Hint {
  action: number;
  label: string;
  reason: string;
  bot: string;
  choices: Prospect[];
}

/** A race looked at again. */
export interface Review {
  status: 'none' | 'running' | 'done' | 'failed';
  done: number;
  total: number;
  curve: { turn: number; step: number; wins: number[] }[];
  costly: { turn: number; step: number; seat: number; did: string; better: string; points: number; wins: number }[];
}

export interface Status {
  ready: boolean;
  compiling: { game: string; name: string; done: number; total: number } | null;
}
