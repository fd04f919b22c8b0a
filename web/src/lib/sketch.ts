/** A course as a sign: the middle of its road as one stroke. */

import type { BoardSquare } from './types';
import { smoothPath } from './ways';

export interface Sketch {
  road: BoardSquare[];
  path: string;
  view: string;
  /** How broad the stroke is. */
  wide: number;
}

/** The road of a board, thinned where the course has lanes; null where there is hardly any. */
export function sketch(squares: readonly BoardSquare[]): Sketch | null {
  const road: BoardSquare[] = [];
  for (const square of squares) {
    const last = road.at(-1);
    if (!last || Math.hypot(square.x - last.x, square.y - last.y) > square.along * 0.7) road.push(square);
  }
  const [first, last] = [road[0], road.at(-1)];
  if (!first || !last || road.length < 3) return null;
  const closed = Math.hypot(first.x - last.x, first.y - last.y) < first.along * 1.6;
  const wide = first.across * 1.5;
  const [xs, ys] = [road.map((s) => s.x), road.map((s) => s.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs) - wide, Math.max(...xs) + wide, Math.min(...ys) - wide, Math.max(...ys) + wide];
  return {
    road,
    path: smoothPath(closed ? [...road, first] : road) + (closed ? 'Z' : ''),
    view: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`,
    wide,
  };
}
