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
  /** The pieces that ride in it, from its front, if it is a bunch. */
  carries: string[];
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
  /** How it is best drawn, where it is a real instrument: gears, wheel, matrix. */
  form: string;
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
  /** The key of the board that its squares are on. */
  board: string;
  /** Squares tinted for this viewer: the reach of something of its own. */
  shaded: number[];
}

export interface BoardSquare {
  x: number;
  y: number;
  angle: number;
  along: number;
  across: number;
}

export interface Board {
  key: string;
  svg: string;
  view: [number, number, number, number];
  squares: BoardSquare[];
  accent: string;
}

/** The shape of a course: points along the middle of its road (x, y, direction in degrees), and how wide it is. */
export interface CourseShape {
  points: [number, number, number][];
  wide: number;
  lane: number;
  closed: boolean;
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

export interface OptionPreset {
  id: string;
  name: string;
  about: string;
  options: Record<string, OptionValue>;
  /** The course that goes with it; empty: any. */
  course: string;
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
  /** Sets of options that belong together. */
  option_presets?: OptionPreset[];
  teams: TeamLook[];
  bots: { name: string; label: string; about: string }[];
  default_bot: string;
  /** Those of the house come last. */
  courses: { id: string; name: string; own?: boolean }[];
  /** Whether courses of it can be built from parts. */
  builder?: boolean;
  default_course?: string;
  clause_prefix: string;
  figure: 'rider' | 'car';
  /** How tours of it can be made; none where its races do not add up. */
  tour?: { presets: Preset[]; most_stages: number; fixed: string[] } | null;
}

export interface BuilderMark {
  id: string;
  label: string;
  /** One or two letters. */
  sign: string;
  /** Of one kind a piece carries one at most. */
  kind: string;
  paint: string;
}

export interface BuilderPart {
  id: string;
  label: string;
  chapter: string;
  terrain: string;
  /** The ways in which it can be laid, the usual one first. */
  turns: { id: string; label: string; picture: string }[];
  /** Parts of one stock are sides of one thing. */
  stock: string;
  /** What is printed on its stretch of the profile. */
  sign: string;
}

/** What courses of a game are built from. */
export interface BuilderInfo {
  about: string;
  piece: string;
  most: number;
  frame: number[];
  parts: BuilderPart[];
  marks: BuilderMark[];
  switches: { name: string; label: string }[];
}

export interface LaidPiece {
  part: string;
  turn: string;
  marks: string[];
}

/** A course in the making. */
export interface Draft {
  name: string;
  pieces: LaidPiece[];
  switches: Record<string, boolean>;
}

/** Something wrong with a draft; piece 0 is the whole of it. */
export interface DraftFault {
  code: string;
  piece: number;
  clause: string;
  words: string;
  warning: boolean;
}

/** All that a game says of a draft. */
export interface Survey {
  faults: DraftFault[];
  figures: { label: string; value: number }[];
  profile: [number, number][];
  picture: { svg: string; above: string; view: number[]; spots: { x: number; y: number; outline: string }[] } | null;
  spent: string[];
}

export interface KeptCourse {
  id: string;
  game: string;
  name: string;
}

/** A stage as it is set up: where, and which options differ from the tour's. */
export interface StagePlan {
  course: string;
  options: Record<string, OptionValue>;
}

export interface Preset {
  id: string;
  name: string;
  about: string;
  stages: (StagePlan & { name: string })[];
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
  /** The tour whose stage it is. */
  tour?: { id: string; stage: number } | null;
}

export interface TourStage extends StagePlan {
  number: number;
  course_name: string;
  name: string;
  option_words: string[];
  status: 'ridden' | 'riding' | 'next' | 'to_come' | 'cancelled';
  table: string | null;
  winner: number;
  winner_name: string | null;
}

/** A team or a rider in a table of a tour. */
export interface TourLine {
  seat: number;
  name: string;
  place: number;
  total: number;
  gap: number;
  after: number[];
  stages: (number | null)[];
  rider: number | null;
  notes: string[];
  out: boolean;
  before: number | null;
}

export interface Classification {
  id: string;
  title: string;
  unit: string;
  best: 'most' | 'least';
  lines: TourLine[];
  jersey: string;
  /** The totals are marked on a ring of so many squares; 0: on none. */
  ring: number;
}

export interface TourInfo {
  id: string;
  game: string;
  game_name: string;
  name: string;
  teams: number;
  private: boolean;
  commissioner: boolean;
  updated: string;
  over: boolean;
  ridden: number;
  stages: TourStage[];
  seats: Seat[];
  leaders: { seat: number; name: string; who: string }[];
  seat: number;
  may_ride_on: boolean;
}

export interface Tour extends TourInfo {
  classifications: Classification[];
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

export interface NewTour extends Omit<NewTable, 'course'> {
  preset?: string;
  stages?: StagePlan[];
  name: string;
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
    /** The points in words. */
    score: string;
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
