/** How fast a race is shown: how long a move takes, how long it stays in sight, and how long dice tumble. */

export const PACES = ['slow', 'normal', 'fast', 'instant'] as const;
export type Pace = (typeof PACES)[number];

export interface Tempo {
  /** How long a piece takes to move, in milliseconds. */
  move: number;
  /** How long the result then stays in sight. */
  hold: number;
  /** How much longer a big moment stays. */
  big: number;
  /** How long dice tumble, cards turn and the wheel swings. */
  chance: number;
  /** How long the result of chance, written out, stays in sight before the move. */
  sum: number;
}

export const TEMPI: Record<Pace, Tempo> = {
  slow: { move: 850, hold: 900, big: 1200, chance: 1100, sum: 1300 },
  normal: { move: 420, hold: 420, big: 550, chance: 600, sum: 700 },
  fast: { move: 170, hold: 110, big: 320, chance: 200, sum: 220 },
  instant: { move: 0, hold: 0, big: 0, chance: 0, sum: 0 },
};

export function paceOf(kept: string | null): Pace | null {
  return PACES.find((pace) => pace === kept) ?? null;
}
