/** The curve of a review, and what a mistake cost, in words. */

import type { Review } from './types';
import { percent, t } from './words';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const DASH = ['', '9 3', '2 3', '12 3 2 3', '5 5', '1 5'];

/** The dashes of a team's line, so that lines can be told apart in grey. */
export function dashes(seat: number): string {
  return DASH[seat % DASH.length] ?? '';
}

/** The x of each point of the curve. A mistake falls straight down, so it has the x of the point before it. */
export function acrossOf(curve: Review['curve'], box: Box): number[] {
  const places: number[] = [];
  for (const { mistake } of curve) places.push(mistake ? (places.at(-1) ?? 0) : (places.at(-1) ?? -1) + 1);
  const last = Math.max(1, places.at(-1) ?? 1);
  return places.map((place) => box.left + ((box.right - box.left) * place) / last);
}

/** The y of a chance to win. */
const upOf = (wins: number, box: Box): number => box.bottom - (box.bottom - box.top) * wins;

/** For each seat, its chance to win over the race as a path: 0 at the bottom of the box, 1 at the top. */
export function curvePaths(curve: Review['curve'], box: Box): string[] {
  const seats = curve[0]?.wins.length ?? 0;
  const x = acrossOf(curve, box);
  return Array.from({ length: seats }, (_, seat) =>
    curve.map(({ wins }, i) => `${i ? 'L' : 'M'}${x[i]!.toFixed(1)} ${upOf(wins[seat] ?? 0, box).toFixed(1)}`).join(''),
  );
}

/** The mistakes on the curve: the number in the list, the seat, the x, and the ys between which its line falls. */
export function marksOf(
  { curve, costly }: Pick<Review, 'curve' | 'costly'>,
  box: Box,
): { number: number; seat: number; x: number; from: number; to: number }[] {
  const x = acrossOf(curve, box);
  return costly.flatMap((choice, i) => {
    const at = curve.findIndex((point) => point.mistake && point.step === choice.step);
    if (at < 0) return [];
    return [
      { number: i + 1, seat: choice.seat, x: x[at]!, from: upOf(choice.before, box), to: upOf(choice.after, box) },
    ];
  });
}

const LEAST_POINTS = 0.5;

/** What a choice gave away: percentage points of the chance to win (as on the curve), and points. */
export function givenUp(choice: { points: number; before: number; after: number }): string {
  const n = choice.points < 3 ? Math.round(10 * choice.points) / 10 : Math.round(choice.points);
  const p = Math.round(100 * choice.before) - Math.round(100 * choice.after);
  const values = { n, p, before: percent(choice.before), after: percent(choice.after) };
  if (p < 1) return t('Cost about {n} points', values);
  if (choice.points >= LEAST_POINTS)
    return t(
      'Chance of winning down from {before} to {after}: {p} percentage points and about {n} points lost',
      values,
    );
  return t('Chance of winning down from {before} to {after}: {p} percentage points lost', values);
}
