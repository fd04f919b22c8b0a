/** What server and page say to each other. Made from the server’s models by `npm run types`: change those. */

/**
 * A choice, and the state in which it was made.
 */
export interface ActionIn {
  action: number;
  state_id: string;
  /**
   * Answers from the same press to the questions that follow.
   */
  then?: number[];
}
/**
 * What the coach advises: the answers, in words, and why.
 */
export interface AdviceOut {
  actions: number[];
  label: string;
  reason: string;
}
/**
 * Whether somebody's choice may be taken back.
 */
export interface AnswerIn {
  agree: boolean;
}
/**
 * A request to take something back: who asks, and the answers so far.
 */
export interface AskedOut {
  by: number;
  answers: {
    [k: string]: boolean | null;
  };
}
/**
 * A board: the drawing, and where its squares are.
 */
export interface BoardOut {
  /**
   * Identifies the drawing. A scene names its board by this key.
   */
  key: string;
  svg: string;
  view: [number, number, number, number];
  squares: SquareOut[];
  accent: string;
}
/**
 * A square on the board: its centre, its direction of riding in degrees, its size, and where it leads.
 */
export interface SquareOut {
  x: number;
  y: number;
  angle: number;
  along: number;
  across: number;
  /**
   * The squares that one step from here can reach, straight ahead first.
   */
  ahead: number[];
}
/**
 * The bot that plays a seat.
 */
export interface BotIn {
  bot: string;
}
/**
 * A bot that can take a seat.
 */
export interface BotOut {
  name: string;
  label: string;
  about: string;
}
/**
 * The step from which the new race continues.
 */
export interface BranchIn {
  step: number;
}
/**
 * How courses of a game are built.
 */
export interface BuilderOut {
  about: string;
  piece: string;
  most: number;
  frame: number[];
  parts: PartOut[];
  marks: MarkOut[];
  switches: SwitchOut[];
}
/**
 * A part that can be laid. Parts with the same `stock` are sides of one physical piece.
 */
export interface PartOut {
  id: string;
  label: string;
  chapter: string;
  terrain: string;
  turns: WayToLay[];
  stock: string;
  /**
   * The text on its part of the profile.
   */
  sign: string;
}
/**
 * A way in which a part can be laid.
 */
export interface WayToLay {
  id: string;
  label: string;
  /**
   * SVG shapes, inside the builder's frame.
   */
  picture: string;
}
/**
 * Something that is put on a piece, or on the line at its end. A piece carries at most one of each kind.
 */
export interface MarkOut {
  id: string;
  label: string;
  sign: string;
  kind: string;
  paint: string;
}
/**
 * A switch that applies to the whole draft.
 */
export interface SwitchOut {
  name: string;
  label: string;
}
/**
 * What chance has brought: dice with their faces, a card, or the sector that a wheel points to.
 */
export interface ChanceOut {
  kind: 'dice' | 'card' | 'wheel';
  faces: string[];
}
/**
 * Rules that belong together.
 */
export interface ChapterOut {
  title: string;
  clauses: ClauseOut[];
  /**
   * Whether it lists parts for reference: show it after all others.
   */
  last: boolean;
}
/**
 * A clause: a rule of the rulebook, a ruling of ours, a rule rebuilt from what is known, or an example.
 */
export interface ClauseOut {
  id: string;
  kind: 'rulebook' | 'ruling' | 'rebuilt' | 'example';
  text: string;
}
/**
 * A piece of the charts.
 */
export interface ChartPiece {
  id: string;
  seat: number;
  label: string;
  name: string;
}
/**
 * All pieces at the end of a turn.
 */
export interface ChartTurn {
  turn: number;
  riders: RiderAt[];
}
/**
 * How far along the course a piece was.
 */
export interface RiderAt {
  id: string;
  distance: number;
}
/**
 * A line of chat, as plain text.
 */
export interface ChatIn {
  text: string;
}
/**
 * A line of the chat; seat -1 is a spectator.
 */
export interface ChatOut {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: string;
}
/**
 * An invitation, and the name of the person who takes the seat.
 */
export interface ClaimIn {
  invite: string;
  name?: string;
}
/**
 * A classification, best first. The first classification of a tour decides it.
 */
export interface ClassificationOut {
  id: string;
  title: string;
  unit: string;
  best: 'most' | 'least';
  lines: TourLineOut[];
  jersey: string;
  /**
   * The number of squares in the ring that shows the totals; 0 if there is none.
   */
  ring: number;
}
/**
 * A team or a rider in a classification. `after` has the total after each stage, `stages` what each stage gave.
 */
export interface TourLineOut {
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
  /**
   * The place after the stage before.
   */
  before: number | null;
}
/**
 * What the coach says to a viewer now.
 */
export interface CoachOut {
  state_id: string;
  lesson: boolean;
  title: string;
  /**
   * What the last choice led to.
   */
  came: string;
  /**
   * The next idea; empty if there is nothing new.
   */
  say: string;
  /**
   * What to highlight: strip, choice, due, own or panel:ID.
   */
  lights: string[];
  clauses: string[];
  advice: AdviceOut | null;
  done: number;
  steps: number;
  ideas: IdeaOut[];
  ended: boolean;
  end: string;
}
/**
 * An idea of a game, and whether it was met in this race.
 */
export interface IdeaOut {
  id: string;
  words: string;
  met: boolean;
}
/**
 * The rules that are being compiled.
 */
export interface Compiling {
  game: string;
  name: string;
  done: number;
  total: number;
}
/**
 * A choice that gave something away: what was done, what was better, and the difference.
 */
export interface CostlyOut {
  turn: number;
  step: number;
  seat: number;
  did: string;
  better: string;
  points: number;
  /**
   * The seat's chance to win with the better choice, as on the curve.
   */
  before: number;
  /**
   * The seat's chance to win after the choice that was made.
   */
  after: number;
}
/**
 * A course that comes with a game, or one of this server.
 */
export interface CourseOut {
  id: string;
  name: string;
  /**
   * Whether it was built on this server or uploaded to it.
   */
  own: boolean;
}
/**
 * Each seat's chance to win at a step of the race.
 */
export interface CurvePoint {
  turn: number;
  step: number;
  wins: number[];
  /**
   * Whether a choice gave something away here: the fall from the point before shows how much.
   */
  mistake: boolean;
}
/**
 * A course in the making.
 */
export interface DraftIn {
  name?: string;
  pieces: PieceIn[];
  switches?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[A-Za-z0-9_.-]+$".
     */
    [k: string]: boolean;
  };
}
/**
 * A piece of a draft: a part, which way it lies, and what lies on it.
 */
export interface PieceIn {
  part: string;
  turn?: string;
  marks?: string[];
}
/**
 * A saved course as a draft that can be edited further.
 */
export interface DraftOut {
  name: string;
  pieces: LaidPiece[];
  switches: {
    [k: string]: boolean;
  };
}
/**
 * A part that has been laid.
 */
export interface LaidPiece {
  part: string;
  turn: string;
  marks: string[];
}
/**
 * What the table does for this viewer.
 */
export interface EaseOut {
  /**
   * What the game chose at the start, in one line; null if people chose.
   */
  chosen: string | null;
  routines: RoutineOut[];
}
/**
 * A kind of question that can be left to the game, and whether this viewer leaves it.
 */
export interface RoutineOut {
  id: string;
  label: string;
  on: boolean;
}
/**
 * What was wrong: a code for the client, a sentence for the person, and the clause behind it. If a file was
 * refused, `detail` names its fault in English.
 */
export interface ErrorBody {
  code: string;
  message: string;
  clause: string | null;
  detail?: string | null;
}
/**
 * A refusal; the connection ends.
 */
export interface ErrorMessage {
  kind: 'error';
  error: ErrorBody;
}
/**
 * A refusal.
 */
export interface ErrorOut {
  error: ErrorBody;
}
/**
 * A fault of a draft; piece 0 means the whole draft. A draft whose faults are all warnings can be ridden.
 */
export interface FaultOut {
  code: string;
  piece: number;
  clause: string;
  words: string;
  warning: boolean;
}
/**
 * A number about a draft.
 */
export interface FigureOut {
  label: string;
  value: number;
}
/**
 * A game: what can be chosen before the start.
 */
export interface GameOut {
  id: string;
  name: string;
  about: string;
  accent: string;
  min_teams: number;
  max_teams: number;
  default_teams: number;
  options: OptionOut[];
  option_presets: OptionPresetOut[];
  quick: QuickOut;
  /**
   * Whether it has a first race with a coach.
   */
  lesson: boolean;
  teams: TeamOut[];
  bots: BotOut[];
  default_bot: string;
  courses: CourseOut[];
  default_course: string;
  clause_prefix: string;
  /**
   * Whether its courses can be built from parts.
   */
  builder: boolean;
  figure: 'rider' | 'car';
  /**
   * How its tours can be set up; null if it has no tours.
   */
  tour: TourChoices | null;
}
/**
 * An option of a game: a switch, or one of several choices.
 */
export interface OptionOut {
  name: string;
  label: string;
  help: string;
  clause: string;
  default: boolean | string;
  choices?: OptionChoice[];
}
/**
 * One value of an option that is not a switch.
 */
export interface OptionChoice {
  value: string;
  label: string;
}
/**
 * A set of options that belong together, and the course that goes with it (empty: any course).
 */
export interface OptionPresetOut {
  id: string;
  name: string;
  about: string;
  options: {
    [k: string]: boolean | string;
  };
  course: string;
}
/**
 * The race that "Race now" opens, and what it leaves to the game. An empty course means the usual one.
 */
export interface QuickOut {
  about: string;
  course: string;
  options: {
    [k: string]: boolean | string;
  };
  routines: string[];
}
/**
 * A team's looks and name.
 */
export interface TeamOut {
  name: string;
  colour: string;
  pattern: string;
  letter: string;
  plural: boolean;
}
/**
 * The tours of a game: those that come with it, how many stages a tour may have, and which options are fixed.
 */
export interface TourChoices {
  presets: PresetOut[];
  most_stages: number;
  fixed: string[];
}
/**
 * A tour that comes with a game.
 */
export interface PresetOut {
  id: string;
  name: string;
  about: string;
  stages: PresetStage[];
}
/**
 * A stage of a tour that comes with a game.
 */
export interface PresetStage {
  course: string;
  name: string;
  options: {
    [k: string]: boolean | string;
  };
}
/**
 * The first message of a client: the secret of its seat, its language, and the version of the last view it has.
 */
export interface Hello {
  kind: 'hello';
  secret?: string | null;
  lang?: string | null;
  have?: string | null;
}
/**
 * The best choice that a search finds, its reason, and what each choice leads to, best first. In the figure that
 * `measure` names, no choice is better than the first.
 */
export interface HintOut {
  action: number;
  label: string;
  reason: string;
  bot: string;
  /**
   * False while the search is being compiled: then the game's own bot answers, without figures.
   */
  searched: boolean;
  /**
   * The figure that tells the choices apart.
   */
  measure: 'wins' | 'points' | 'place';
  /**
   * The actions that are too close to call, including the suggested one.
   */
  close: number[];
  /**
   * A title for the points. It also says if fewer are better.
   */
  points_title: string;
  choices: ProspectOut[];
}
/**
 * What a choice leads to, for the seat that decides: its chance to win, its points and its place, on average.
 */
export interface ProspectOut {
  action: number;
  label: string;
  wins: number;
  points: number;
  place: number;
}
/**
 * A course of this server.
 */
export interface KeptCourseOut {
  id: string;
  game: string;
  name: string;
  own: boolean;
}
/**
 * A team that leads the deciding classification, and who plays it.
 */
export interface LeaderOut {
  seat: number;
  name: string;
  who: string;
}
/**
 * The name of the person who takes a lesson.
 */
export interface LessonIn {
  name?: string;
}
/**
 * A line of the course, at a distance.
 */
export interface LineOut {
  name: string;
  at: number;
}
/**
 * Every message of a live connection, in both directions.
 */
export interface LiveLine {
  to_client: StateMessage | NewsMessage | PongMessage | ErrorMessage;
  to_server: Hello | LookMessage | PingMessage;
}
/**
 * All that the viewer sees now.
 */
export interface StateMessage {
  kind: 'state';
  /**
   * The number of the first story line sent here: the client has those before it.
   */
  story_from: number;
  state: State;
}
/**
 * All that one viewer sees now.
 */
export interface State {
  /**
   * Identifies what a viewer is shown, and changes with it.
   */
  version: string;
  state_id: string;
  scene: SceneScene;
  /**
   * Choices that answer several questions with one press: for each square the cheapest way, then the other ways. If empty, the scene's own choices count.
   */
  clicks: SceneChoice[];
  story: StoryEntry[];
  /**
   * The number of the first line that is new to this seat since it last chose.
   */
  since: number;
  table: TableInfo;
  undo: UndoOut;
  steps: number;
  chat: ChatOut[];
  rematch: RematchOut | null;
  ease: EaseOut;
}
/**
 * All that one viewer sees now.
 */
export interface SceneScene {
  game: string;
  seat: number;
  actor: number;
  over: boolean;
  turn: number;
  prompt: string;
  pieces: ScenePiece[];
  choices: SceneChoice[];
  panels: ScenePanel[];
  strip: SceneStrip;
  links: [number, number][];
  board: string;
  stake: string;
  shaded: number[];
}
/**
 * Something that stands on the board.
 */
export interface ScenePiece {
  id: string;
  seat: number;
  kind: 'rider' | 'car' | 'bunch' | 'token' | 'mechanic';
  label: string;
  name: string;
  square: number | null;
  slot: number;
  of: number;
  pose: 'riding' | 'finished' | 'retired' | 'down' | 'off_road' | 'waiting';
  role: string;
  badges: string[];
  note: string;
  progress: number;
  carries: string[];
}
/**
 * Something that the viewer can do now: a legal action, where it happens, what it costs, brings and risks.
 */
export interface SceneChoice {
  action: number;
  label: string;
  short: string;
  lane: string;
  price: string;
  key: string;
  piece: string;
  path: number[];
  spot: string;
  cost: string;
  risk: string;
  gain: string;
  details: string[];
  why: string;
  clauses: string[];
  weight: number;
  actions: number[];
  other: boolean;
}
/**
 * Something beside the board: a sheet of boxes, a table, a hand of cards, dice, a dial (weather, gears).
 */
export interface ScenePanel {
  id: string;
  kind: 'sheet' | 'table' | 'hand' | 'dice' | 'dial';
  title: string;
  columns: string[];
  rows: SceneRow[];
  note: string;
  owner: number;
  form: string;
  on_paper: boolean;
}
/**
 * One row of a panel.
 */
export interface SceneRow {
  label: string;
  cells: SceneCell[];
  seat: number;
  piece: string;
  active: boolean;
}
/**
 * One box of a panel.
 */
export interface SceneCell {
  text: string;
  style: '' | 'crossed' | 'blank' | 'hidden' | 'fresh' | 'due' | 'strong' | 'faint';
  spot: string;
  help: string;
}
/**
 * The caption above the board: the profile, the lines, the groups and the gaps.
 */
export interface SceneStrip {
  round: string;
  to_go: string;
  profile: [number, number][];
  marks: SceneMark[];
  groups: SceneGroup[];
}
/**
 * A line on the strip.
 */
export interface SceneMark {
  name: string;
  at: number;
  kind: string;
}
/**
 * Riders together on the road, as television shows them.
 */
export interface SceneGroup {
  name: string;
  pieces: string[];
  at: number;
  gap: string;
}
/**
 * A line of the story; `step` counts the steps that this viewer may notice.
 */
export interface StoryEntry {
  step: number;
  turn: number;
  words: string;
  clauses: string[];
  seat: number;
  weight: 'minor' | 'move' | 'major' | 'headline';
  back_to: number | null;
  event?: '' | 'attack' | 'catch' | 'crash' | 'puncture' | 'off_road' | 'sprint' | 'summit' | 'finish' | 'out';
  piece?: string;
  chance?: ChanceOut | null;
}
/**
 * A table, without its race.
 */
export interface TableInfo {
  id: string;
  game: string;
  game_name: string;
  course: string;
  course_name: string;
  options: {
    [k: string]: boolean | string;
  };
  teams: number;
  status: 'waiting' | 'live' | 'finished';
  created: string;
  updated: string;
  actor: number;
  /**
   * The seat whose bot is thinking, or -1.
   */
  thinking: number;
  your_turn: boolean | null;
  prompt: string;
  commissioner: boolean;
  private: boolean;
  seats: SeatOut[];
  winner: string | null;
  branch_of: string | null;
  /**
   * If the race can be viewed but not continued: the reason.
   */
  note: string | null;
  tour: TourLinkOut | null;
  seal: string | null;
}
/**
 * A seat: who holds it, and the bot that rides for it (a person's seat can have one for a while).
 */
export interface SeatOut {
  seat: number;
  name: string;
  team: string;
  colour: string;
  kind: 'person' | 'bot' | 'open';
  bot: string | null;
  connected: boolean;
}
/**
 * The tour that a race belongs to, and which stage it is.
 */
export interface TourLinkOut {
  id: string;
  stage: number;
}
/**
 * Whether this viewer has something to take back, whether that is free, and which request is open.
 */
export interface UndoOut {
  possible: boolean;
  free: boolean;
  asked: AskedOut | null;
}
/**
 * Where the return race is ridden, and this seat's invitation to it.
 */
export interface RematchOut {
  table: string;
  seat: number;
  invite: string | null;
}
/**
 * What has changed since a view that the client has.
 */
export interface NewsMessage {
  kind: 'news';
  /**
   * The view that the changes apply to. A client with another view sends `look`.
   */
  have: string;
  /**
   * The view after the changes.
   */
  version: string;
  /**
   * The new lines of the story.
   */
  story: StoryEntry[];
  /**
   * The new lines of the chat.
   */
  chat: ChatOut[];
  /**
   * The fields of the state that changed. Of an object: only its fields that changed. Of a list of objects: each item, as the number of an equal old item, as the number of an old item with its changes, or whole.
   */
  changes: {
    [k: string]: unknown;
  };
}
/**
 * The answer to a ping.
 */
export interface PongMessage {
  kind: 'pong';
  pong: number;
}
/**
 * Asks for everything again, in this language from now on.
 */
export interface LookMessage {
  kind: 'look';
  lang: 'en' | 'it' | 'de' | 'fr';
}
/**
 * Asks whether the connection still works.
 */
export interface PingMessage {
  kind: 'ping';
  ping: number;
}
/**
 * A part of the game in a minute: a sentence or two, and a little picture of a position.
 */
export interface MinuteOut {
  part: 'goal' | 'turn' | 'wins';
  text: string;
  svg: string;
}
/**
 * A new table. Secrets and invitations are listed by seat; only this answer gives them.
 */
export interface NewTableOut {
  table: TableInfo;
  secrets: {
    [k: string]: string;
  };
  invites: {
    [k: string]: string;
  };
}
/**
 * A new tour, and the table of its first stage. Secrets and invitations are listed by seat; only this answer gives
 * them.
 */
export interface NewTourOut {
  tour: TourOut;
  table: TableInfo;
  secrets: {
    [k: string]: string;
  };
  invites: {
    [k: string]: string;
  };
}
/**
 * A tour with its classifications.
 */
export interface TourOut {
  id: string;
  game: string;
  game_name: string;
  name: string;
  teams: number;
  options: {
    [k: string]: boolean | string;
  };
  private: boolean;
  commissioner: boolean;
  created: string;
  updated: string;
  over: boolean;
  ridden: number;
  stages: StageOut[];
  seats: SeatOut[];
  leaders: LeaderOut[];
  /**
   * How the tour stands, in words: who leads it, or who has won it.
   */
  standing: string;
  /**
   * The caller's seat, or -1.
   */
  seat: number;
  /**
   * Whether the caller may open the next stage.
   */
  may_ride_on: boolean;
  classifications: ClassificationOut[];
}
/**
 * A stage: where it is ridden, what is special about it, and whether it has been ridden.
 */
export interface StageOut {
  number: number;
  course: string;
  course_name: string;
  name: string;
  options: {
    [k: string]: boolean | string;
  };
  option_words: string[];
  status: 'ridden' | 'riding' | 'next' | 'to_come' | 'cancelled';
  /**
   * The table where it is or was ridden.
   */
  table: string | null;
  /**
   * The seats that won it: several if they share the win.
   */
  winners: number[];
  winner_name: string | null;
}
/**
 * The draft as it lies on the table.
 */
export interface PictureOut {
  svg: string;
  /**
   * SVG of what lies on the pieces, drawn on top of everything.
   */
  above: string;
  view: number[];
  spots: SpotOut[];
}
/**
 * Where a piece lies in the picture.
 */
export interface SpotOut {
  x: number;
  y: number;
  outline: string;
}
/**
 * A finished race: standings, positions over the turns, decisive moments.
 */
export interface ReportOut {
  standings: StandingOut[];
  positions: ChartTurn[];
  moments: StoryEntry[];
  /**
   * Where the caller's chance to win rose most.
   */
  best: StoryEntry | null;
  /**
   * Where the caller's chance to win fell most.
   */
  worst: StoryEntry | null;
  lines: LineOut[];
  pieces: ChartPiece[];
}
/**
 * How a team finished.
 */
export interface StandingOut {
  seat: number;
  name: string;
  colour: string;
  place: number;
  points: number;
  score: string;
  details: {
    [k: string]: number;
  };
}
/**
 * The review of a race: its progress, the chances over the race, and the costly choices.
 */
export interface ReviewOut {
  status: 'none' | 'running' | 'done' | 'failed';
  done: number;
  total: number;
  curve: CurvePoint[];
  costly: CostlyOut[];
}
/**
 * The routines that a person leaves to the game from now on.
 */
export interface RoutinesIn {
  routines: string[];
}
/**
 * The rules of a game, in our own words.
 */
export interface RulesOut {
  title: string;
  /**
   * The goal, a turn, and what wins; empty if the game has none.
   */
  minute: MinuteOut[];
  chapters: ChapterOut[];
}
/**
 * Who sits in a seat: me, here (at this screen too), a friend (by invitation) or a bot.
 */
export interface SeatIn {
  kind: 'me' | 'here' | 'friend' | 'bot';
  name?: string | null;
  /**
   * The name of the bot, for a bot's seat. If missing: the strongest.
   */
  bot?: string | null;
}
/**
 * The secret that holds the seat from now on.
 */
export interface SecretOut {
  secret: string;
}
/**
 * The shape of a road: points along its middle, each with x, y and the direction in degrees; and its width.
 */
export interface SketchOut {
  points: [number, number, number][];
  wide: number;
  lane: number;
  closed: boolean;
}
/**
 * A stage: its course, and which options differ from the tour's.
 */
export interface StageIn {
  course: string;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[A-Za-z0-9_.-]+$".
     */
    [k: string]: boolean | string;
  };
}
/**
 * Whether races can be ridden, and what is being compiled meanwhile.
 */
export interface StatusOut {
  ready: boolean;
  compiling: Compiling | null;
  searching: string[];
  version: string;
  reached_at: string | null;
}
/**
 * The table as it looked to this viewer after a step.
 */
export interface StepOut {
  scene: SceneScene;
  story_until: number;
  public: number;
}
/**
 * The story from a step on.
 */
export interface StoryOut {
  story: StoryEntry[];
}
/**
 * Everything that a game says about a draft.
 */
export interface SurveyOut {
  faults: FaultOut[];
  figures: FigureOut[];
  profile: [number, number][];
  picture: PictureOut | null;
  /**
   * The ids of parts that are used up.
   */
  spent: string[];
}
/**
 * A table to be opened.
 */
export interface TableIn {
  game: string;
  course?: string | null;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[A-Za-z0-9_.-]+$".
     */
    [k: string]: boolean | string;
  };
  teams?: number | null;
  seats?: SeatIn[];
  private?: boolean;
  /**
   * Whether people roll dice and draw cards themselves, and enter the results.
   */
  commissioner?: boolean;
  /**
   * The seed of the luck, for a race without friends.
   */
  seed?: number | null;
  /**
   * Start with the first move: the game answers all opening questions.
   */
  quick?: boolean;
  /**
   * The routines that the caller leaves to the game.
   */
  routines?: string[];
}
/**
 * The tables that the caller may know of.
 */
export interface TablesOut {
  tables: TableInfo[];
}
/**
 * A tour to be set up: one that comes with the game, or a list of stages.
 */
export interface TourIn {
  game: string;
  preset?: string | null;
  stages?: StageIn[];
  name?: string;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[A-Za-z0-9_.-]+$".
     */
    [k: string]: boolean | string;
  };
  teams?: number | null;
  seats?: SeatIn[];
  private?: boolean;
  /**
   * Whether people roll dice and draw cards themselves, and enter the results.
   */
  commissioner?: boolean;
  /**
   * The seed of the luck, for a tour without friends.
   */
  seed?: number | null;
}
/**
 * A tour without its classifications.
 */
export interface TourInfo {
  id: string;
  game: string;
  game_name: string;
  name: string;
  teams: number;
  options: {
    [k: string]: boolean | string;
  };
  private: boolean;
  commissioner: boolean;
  created: string;
  updated: string;
  over: boolean;
  ridden: number;
  stages: StageOut[];
  seats: SeatOut[];
  leaders: LeaderOut[];
  /**
   * How the tour stands, in words: who leads it, or who has won it.
   */
  standing: string;
  /**
   * The caller's seat, or -1.
   */
  seat: number;
  /**
   * Whether the caller may open the next stage.
   */
  may_ride_on: boolean;
}
/**
 * The tours that the caller may know of.
 */
export interface ToursOut {
  tours: TourInfo[];
}
/**
 * The state in which somebody takes a choice back.
 */
export interface UndoIn {
  state_id?: string | null;
}
/**
 * Something on the table that can't be chosen: `box:5.2`, `square:17`, `retire`.
 */
export interface WhyIn {
  target: string;
}
/**
 * Why something can't be chosen, and the clause.
 */
export interface WhyOut {
  words: string;
  clause: string;
}
