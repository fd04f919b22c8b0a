/**
 * The page's names for the messages between server and page. Their shapes come from the server: `npm run types` makes
 * `contract.ts` from its models, and a test fails if that file is stale. This file only gives them names.
 */

import type * as Told from './contract';

export type Language = 'en' | 'it' | 'de' | 'fr';

// ---------------------------------------------------------------------------------------------------- the scene

export type Scene = Told.SceneScene;
export type Piece = Told.ScenePiece;
export type Choice = Told.SceneChoice;
export type Cell = Told.SceneCell;
export type Row = Told.SceneRow;
export type Panel = Told.ScenePanel;
export type Strip = Told.SceneStrip;

// ------------------------------------------------------------------------------------------- games and courses

export type ErrorOut = Told.ErrorOut;
export type Board = Told.BoardOut;
export type BoardSquare = Told.SquareOut;
/** The shape of a course: points along the middle of its road (x, y, direction in degrees), and its width. */
export type CourseShape = Told.SketchOut;
export type GameInfo = Told.GameOut;
export type GameOption = Told.OptionOut;
export type OptionPreset = Told.OptionPresetOut;
export type OptionValue = GameOption['default'];
export type Rules = Told.RulesOut;

export type BuilderInfo = Told.BuilderOut;
export type BuilderPart = Told.PartOut;
export type BuilderMark = Told.MarkOut;
export type Draft = Told.DraftOut;
export type LaidPiece = Told.LaidPiece;
export type DraftFault = Told.FaultOut;
export type Survey = Told.SurveyOut;
export type KeptCourse = Told.KeptCourseOut;

// ---------------------------------------------------------------------------------------------- tables and tours

export type TableInfo = Told.TableInfo;
export type Seat = Told.SeatOut;
export type State = Told.State;
export type StoryEntry = Told.StoryEntry;
export type Chance = Told.ChanceOut;
/** The table as it looked after a step; `public` is the step's public number. */
export type Step = Told.StepOut;
export type ChatLine = Told.ChatOut;
export type Undo = Told.UndoOut;
export type Report = Told.ReportOut;
export type Hint = Told.HintOut;
/** What the coach says now. */
export type CoachSays = Told.CoachOut;
/** What a choice leads to, on average: the chance to win, points, place. */
export type Prospect = Told.ProspectOut;
/** The review of a race. */
export type Review = Told.ReviewOut;
export type Status = Told.StatusOut;

export type TourInfo = Told.TourInfo;
export type Tour = Told.TourOut;
export type TourLine = Told.TourLineOut;
export type Classification = Told.ClassificationOut;
export type Preset = Told.PresetOut;

/** What the page asks the table to open. */
export type NewTable = Told.TableIn;
export type NewTour = Told.TourIn;
export type SeatKind = Told.SeatIn['kind'];
/** A stage as it is set up: its course, and the options that differ from the tour's. */
export type StagePlan = Required<Told.StageIn>;
export type Opened = Told.NewTableOut;

/** The messages of the live connection, from the server and to it; the field `kind` tells them apart. */
export type ServerMessage = Told.LiveLine['to_client'];
export type ClientMessage = Told.LiveLine['to_server'];
export type StateMessage = Told.StateMessage;
export type News = Told.NewsMessage;
