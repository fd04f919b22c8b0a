/** The story as the page tells it: what each turn came down to, then its moves. Lines taken back stand apart. */

import type { StoryEntry } from './types';

export interface Turn {
  turn: number;
  /** The step after which the turn began. */
  from: number;
  headlines: StoryEntry[];
  /** All other lines, the latest first. In a turn without headlines they are not folded. */
  moves: StoryEntry[];
  undone: StoryEntry[];
}

/** The indexes of the lines that were taken back, and of the lines that tell of it. */
export function undoneOf(story: readonly StoryEntry[]): Set<number> {
  const undone = new Set<number>();
  story.forEach((entry, at) => {
    if (entry.back_to === null) return;
    for (let i = at - 1; i >= 0 && story[i]!.step > entry.back_to; i--) undone.add(i);
    undone.add(at);
  });
  return undone;
}

/** The turns up to a step, the latest first. */
export function turnsOf(story: readonly StoryEntry[], until = Infinity): Turn[] {
  const told = story.filter((entry) => entry.step <= until);
  const undone = undoneOf(told);
  const turns = new Map<number, Turn>();
  told.forEach((entry, at) => {
    let turn = turns.get(entry.turn);
    if (!turn)
      turns.set(
        entry.turn,
        (turn = { turn: entry.turn, from: Math.max(0, entry.step - 1), headlines: [], moves: [], undone: [] }),
      );
    (undone.has(at) ? turn.undone : entry.weight === 'headline' ? turn.headlines : turn.moves).push(entry);
  });
  const newest = (one: Turn): Turn => ({ ...one, moves: one.moves.reverse(), undone: one.undone.reverse() });
  return [...turns.values()].sort((a, b) => b.turn - a.turn).map(newest);
}
