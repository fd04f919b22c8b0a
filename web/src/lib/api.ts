/** The client of the table server's API; `contract.ts` has the shapes of its messages. */

import { ground } from './colours';
import { settings } from './settings.svelte';
import type {
  Board,
  BuilderInfo,
  CoachSays,
  CourseShape,
  Draft,
  ErrorOut,
  GameInfo,
  Hint,
  KeptCourse,
  NewTable,
  NewTour,
  News,
  Opened,
  Report,
  Review,
  Rules,
  StateMessage,
  Step,
  Status,
  Survey,
  TableInfo,
  Tour,
  TourInfo,
} from './types';
import { t } from './words';

const ROOT = '/api/v1';

/** A request that was refused or failed, with a message for the person. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string | null,
    /** Details for a developer, in English. */
    readonly detail: string | null = null,
  ) {
    super(message);
  }
}

interface Ask {
  method?: string;
  body?: unknown;
  text?: string;
  secret?: string | null;
}

async function ask(path: string, { method = 'GET', body, text, secret }: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (text !== undefined) headers['Content-Type'] = 'text/plain; charset=utf-8';
  if (secret) headers['Authorization'] = `Bearer ${secret}`;
  const join = path.includes('?') ? '&' : '?';
  let answer: Response;
  try {
    answer = await fetch(`${ROOT}${path}${join}lang=${settings.language}`, {
      method,
      headers,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch {
    throw new Refused(0, 'unreachable', t('No answer from the server. Is Parcours still running?'), null);
  }
  if (answer.ok) return answer;
  throw await refusal(answer);
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const { error } = (await answer.json()) as ErrorOut;
    return new Refused(answer.status, error.code, error.message, error.clause ?? null, error.detail ?? null);
  } catch {
    return new Refused(
      answer.status,
      'unknown',
      t('Something went wrong ({n}). Try again.', { n: answer.status }),
      null,
    );
  }
}

async function json<T>(path: string, how?: Ask): Promise<T> {
  return (await (await ask(path, how)).json()) as T;
}

/** A file to save, and its name. */
export interface Download {
  file: Blob;
  name: string;
}

async function download(path: string, secret: Secret = null): Promise<Download> {
  const answer = await ask(path, { secret });
  const told = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'parcours';
  return { file: await answer.blob(), name: decodeURIComponent(told) };
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;
const by = (game: string) => `/games/${encodeURIComponent(game)}`;
const on = (id: string) => `/tours/${encodeURIComponent(id)}`;
type Secret = string | null;
/** What the table answers: the whole state, or the news since the view that this browser has. */
export type Answer = StateMessage | News;
type Have = string | null;
const since = (have: Have) => `have=${encodeURIComponent(have ?? '')}`;

export const api = {
  status: () => json<Status>('/status'),
  games: async () => (await json<GameInfo[]>('/games')).map((game) => ({ ...game, accent: ground(game.accent) })),
  rules: (game: string) => json<Rules>(`/games/${encodeURIComponent(game)}/rules`),
  courseShape: (game: string, course: string) =>
    json<CourseShape>(`/games/${encodeURIComponent(game)}/courses/${encodeURIComponent(course)}/sketch`),
  builder: (game: string) => json<BuilderInfo>(`${by(game)}/builder`),
  survey: (game: string, draft: Draft) => json<Survey>(`${by(game)}/builder/survey`, { method: 'POST', body: draft }),
  draft: (game: string, course: string) => json<Draft>(`${by(game)}/courses/${encodeURIComponent(course)}/draft`),
  keepCourse: (game: string, draft: Draft) => json<KeptCourse>(`${by(game)}/courses`, { method: 'POST', body: draft }),
  bringCourse: (text: string) => json<KeptCourse>('/courses', { method: 'POST', text }),
  courseFile: (game: string, course: string) => download(`${by(game)}/courses/${encodeURIComponent(course)}/file`),
  tables: (mine: string[], secrets: string[]) =>
    json<{ tables: TableInfo[] }>(`/tables?mine=${mine.map(encodeURIComponent).join(',')}`, {
      secret: secrets.join(','),
    }),
  table: (id: string, secret: Secret) => json<TableInfo>(at(id), { secret }),
  board: (id: string, secret: Secret, key = '') =>
    json<Board>(`${at(id)}/board${key ? `?key=${encodeURIComponent(key)}` : ''}`, { secret }),
  open: (table: NewTable) => json<Opened>('/tables', { method: 'POST', body: table }),
  openTourFile: (text: string) => json<Opened & { tour: Tour }>('/tour-files', { method: 'POST', text }),
  openRace: (text: string) => json<Opened>('/races', { method: 'POST', text }),
  claim: (id: string, seat: number, invite: string, name: string) =>
    json<{ secret: string }>(`${at(id)}/seats/${seat}/claim`, { method: 'POST', body: { invite, name } }),
  giveToBot: (id: string, seat: number, bot: string, secret: Secret) =>
    json<TableInfo>(`${at(id)}/seats/${seat}/bot`, { method: 'POST', body: { bot }, secret }),
  takeFromBot: (id: string, seat: number, secret: Secret) =>
    json<TableInfo>(`${at(id)}/seats/${seat}/bot`, { method: 'DELETE', secret }),
  state: (id: string, have: Have, secret: Secret) => json<Answer>(`${at(id)}/state?${since(have)}`, { secret }),
  step: (id: string, step: number, secret: Secret) => json<Step>(`${at(id)}/steps/${step}`, { secret }),
  /** A step by its public number, which counts only the steps that everybody notices: links name steps by it. */
  publicStep: (id: string, step: number, secret: Secret) =>
    json<Step>(`${at(id)}/steps/${step}?public=true`, { secret }),
  act: (id: string, have: Have, action: number, state_id: string, secret: Secret, then: readonly number[] = []) =>
    json<Answer>(`${at(id)}/actions?${since(have)}`, { method: 'POST', body: { action, state_id, then }, secret }),
  lesson: (game: string, name: string) => json<Opened>(`${by(game)}/lesson`, { method: 'POST', body: { name } }),
  coach: (id: string, secret: Secret) => json<CoachSays>(`${at(id)}/coach`, { secret }),
  setRoutines: (id: string, have: Have, routines: readonly string[], secret: Secret) =>
    json<Answer>(`${at(id)}/routines?${since(have)}`, { method: 'POST', body: { routines }, secret }),
  why: (id: string, target: string, secret: Secret) =>
    json<{ words: string; clause: string }>(`${at(id)}/why`, { method: 'POST', body: { target }, secret }),
  hint: (id: string, secret: Secret) => json<Hint>(`${at(id)}/hint`, { method: 'POST', body: {}, secret }),
  undo: (id: string, have: Have, state_id: string, secret: Secret) =>
    json<Answer>(`${at(id)}/undo?${since(have)}`, { method: 'POST', body: { state_id }, secret }),
  answerUndo: (id: string, have: Have, agree: boolean, secret: Secret) =>
    json<Answer>(`${at(id)}/undo/answer?${since(have)}`, { method: 'POST', body: { agree }, secret }),
  branch: (id: string, step: number, secret: Secret) =>
    json<Opened>(`${at(id)}/branch`, { method: 'POST', body: { step }, secret }),
  rematch: (id: string, secret: Secret) => json<Opened>(`${at(id)}/rematch`, { method: 'POST', body: {}, secret }),
  beginReview: (id: string, secret: Secret) => json<Review>(`${at(id)}/review`, { method: 'POST', body: {}, secret }),
  review: (id: string, secret: Secret) => json<Review>(`${at(id)}/review`, { secret }),
  report: (id: string, secret: Secret) => json<Report>(`${at(id)}/report`, { secret }),
  chat: (id: string, text: string, secret: Secret) => ask(`${at(id)}/chat`, { method: 'POST', body: { text }, secret }),
  picture: (id: string, step: number, kind: 'png' | 'svg', secret: Secret) =>
    download(`${at(id)}/steps/${step}/picture.${kind}`, secret),
  race: (id: string, secret: Secret) => download(`${at(id)}/race`, secret),
  sheet: async (id: string, secret: Secret) => (await ask(`${at(id)}/sheet`, { secret })).text(),
  sheetPdf: (id: string, secret: Secret) => download(`${at(id)}/sheet.pdf`, secret),
  tours: (mine: string[], secrets: string[]) =>
    json<{ tours: TourInfo[] }>(`/tours?mine=${mine.map(encodeURIComponent).join(',')}`, { secret: secrets.join(',') }),
  tour: (id: string, secret: Secret) => json<Tour>(on(id), { secret }),
  openTour: (tour: NewTour) => json<Opened & { tour: Tour }>('/tours', { method: 'POST', body: tour }),
  nextStage: (id: string, secret: Secret) => json<TableInfo>(`${on(id)}/next`, { method: 'POST', body: {}, secret }),
  tourFile: (id: string, secret: Secret) => download(`${on(id)}/file`, secret),
  tourSheetPdf: (id: string, secret: Secret) => download(`${on(id)}/sheet.pdf`, secret),
  tourSheet: async (id: string, secret: Secret) => (await ask(`${on(id)}/sheet`, { secret })).text(),
};

export function liveAddress(id: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${ROOT}${at(id)}/live`;
}
