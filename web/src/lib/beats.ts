/** Divides a race into beats, to be watched one by one. A step that is not worth watching joins the next beat. */

import type { Scene, StoryEntry } from './types';

/** What is shown at one time: a step of the race, and the lines of the story that lead up to it. */
export interface Beat {
  step: number;
  entries: StoryEntry[];
}

const matters = (entry: StoryEntry) => entry.weight !== 'minor' || !!entry.chance;

/** Whether a line of the story tells of something big. */
export const isBig = (entry: StoryEntry) => entry.weight === 'major' || entry.weight === 'headline';

/** The next step worth watching after the one shown; the last step always is. */
export function nextStop(story: readonly StoryEntry[], after: number, last: number): number {
  const entry = story.find((one) => one.step > after && one.step < last && matters(one));
  return entry?.step ?? last;
}

/** All steps worth watching between two, including the last one. */
export function stops(story: readonly StoryEntry[], after: number, last: number): number[] {
  const found = new Set<number>();
  for (const entry of story) if (entry.step > after && entry.step < last && matters(entry)) found.add(entry.step);
  return after < last ? [...found, last] : [];
}

/** The beat that leads from the step `after` to a later one. */
export function beatOf(story: readonly StoryEntry[], after: number, step: number): Beat {
  return { step, entries: story.filter((entry) => entry.step > after && entry.step <= step) };
}

/** The most important line of a beat: the first one of the greatest weight. */
export function headline(beat: Beat): StoryEntry | undefined {
  const rank = { headline: 0, major: 1, move: 2, minor: 3 };
  return beat.entries.reduce<StoryEntry | undefined>(
    (best, entry) => (best && rank[best.weight] <= rank[entry.weight] ? best : entry),
    undefined,
  );
}

/** The big moments of a race, each with an effect and a sound of its own. */
const DRAMAS = ['attack', 'catch', 'crash', 'puncture', 'off_road', 'sprint', 'summit', 'finish', 'out'] as const;
export type DramaKind = (typeof DRAMAS)[number];

export interface Drama {
  kind: DramaKind;
  /** The piece that it happens to; empty if it is no piece on the board. */
  piece: string;
}

/** The poses that show a big moment. A piece off the road may just have stopped there: only the story knows. */
const POSES = { down: 'crash', finished: 'finish', retired: 'out' } as const;

/** The big moments between two scenes: those that the story names, and pieces that crash, drop out or finish. */
export function dramasBetween(before: Scene, after: Scene, beat: Beat): Drama[] {
  const told = beat.entries.flatMap((entry): Drama[] => {
    const kind = DRAMAS.find((one) => one === entry.event);
    return kind ? [{ kind, piece: entry.piece ?? '' }] : [];
  });
  const then = new Map(before.pieces.map((piece) => [piece.id, piece.pose]));
  const seen = after.pieces.flatMap((piece): Drama[] => {
    const was = then.get(piece.id);
    if (was === undefined || was === piece.pose || piece.kind === 'bunch') return [];
    const kind = POSES[piece.pose as keyof typeof POSES];
    return kind && !told.some((one) => one.kind === kind && one.piece === piece.id) ? [{ kind, piece: piece.id }] : [];
  });
  return [...told, ...seen];
}
