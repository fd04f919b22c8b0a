/** A race as it is watched, one deed after the other. A deed that nobody would look at is shown with the next one. */

import type { Scene, StoryEntry } from './types';

/** What is being shown: a step of the race, and what the story tells about it. */
export interface Beat {
  step: number;
  entries: StoryEntry[];
}

const matters = (entry: StoryEntry) => entry.weight !== 'minor' || !!entry.chance;

/** Whether a line tells of something big. */
export const isBig = (entry: StoryEntry) => entry.weight === 'major' || entry.weight === 'headline';

/** The next step that deserves a look of its own after the one shown; the last step always does. */
export function nextStop(story: readonly StoryEntry[], after: number, last: number): number {
  const entry = story.find((one) => one.step > after && one.step < last && matters(one));
  return entry?.step ?? last;
}

/** All steps between two that deserve a look, the last one included. */
export function stops(story: readonly StoryEntry[], after: number, last: number): number[] {
  const found = new Set<number>();
  for (const entry of story) if (entry.step > after && entry.step < last && matters(entry)) found.add(entry.step);
  return after < last ? [...found, last] : [];
}

/** What the story tells about the steps after one, up to another. */
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
  /** The piece that the moment happens to; empty: no piece of the board. */
  piece: string;
}

/** A piece off the road may have stopped there: only the story knows which were thrown off. */
const POSES = { down: 'crash', finished: 'finish', retired: 'out' } as const;

/** The big moments between two scenes: those that the story names, and pieces that fell, dropped out or came home. */
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
