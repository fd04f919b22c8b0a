/** The review's curve and words. */

import type { Review } from './types';
import { t } from './words';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const DASH = ['', '9 3', '2 3', '12 3 2 3', '5 5', '1 5'];

/** How a team's line is dashed, so that lines can be told apart in grey. */
export function dashes(seat: number): string {
  return DASH[seat % DASH.length] ?? '';
}

/** The curve without its jitter: each point the mean of its neighbours, so many on each side. */
export function smoothed(curve: Review['curve'], reach: number): Review['curve'] {
  return curve.map((point, i) => {
    const near = curve.slice(Math.max(0, i - reach), i + reach + 1);
    return { ...point, wins: point.wins.map((_, seat) => near.reduce((sum, { wins }) => sum + (wins[seat] ?? 0), 0) / near.length) };
  });
}

/** For each seat, its chance to win over the race as a path: 0 at the bottom of the box, 1 at its top. */
export function curvePaths(curve: Review['curve'], box: Box): string[] {
  const seats = curve[0]?.wins.length ?? 0;
  const x = (i: number) => box.left + ((box.right - box.left) * i) / Math.max(1, curve.length - 1);
  const y = (wins: number) => box.bottom - (box.bottom - box.top) * wins;
  return Array.from({ length: seats }, (_, seat) =>
    curve.map(({ wins }, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(wins[seat] ?? 0).toFixed(1)}`).join(''),
  );
}

const LEAST_POINTS = 0.5;

/** What a choice gave away, in words: points where it was points, else chances. */
export function givenUp(choice: { points: number; wins: number }): string {
  const n = choice.points.toFixed(choice.points < 3 ? 1 : 0);
  const percent = Math.round(100 * choice.wins);
  if (choice.points >= LEAST_POINTS && percent >= 1) return t('Gave up about {n} points, and {p}% of the chances to win', { n, p: percent });
  if (choice.points >= LEAST_POINTS) return t('Gave up about {n} points', { n });
  return t('Gave up about {p}% of the chances to win', { p: Math.max(1, percent) });
}
