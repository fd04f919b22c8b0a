/** The verge: places beside the road for pieces that have left it for a while. */

import type { BoardSquare } from './types';
import type { Point } from './ways';

/** Whether the squares of a board are narrow: a road with lanes, one piece per square. */
export function hasLanes(squares: readonly BoardSquare[]): boolean {
  const narrow = squares.filter((square) => square.across < square.along * 0.9).length;
  return narrow * 2 > squares.length;
}

/** The size of a typical square of a board: the median of the shorter sides. */
export function usualSize(squares: readonly BoardSquare[]): number {
  const sizes = squares.map((square) => Math.min(square.along, square.across)).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
}

function holds(square: BoardSquare, at: Point): boolean {
  const turn = (square.angle * Math.PI) / 180;
  const [dx, dy] = [at.x - square.x, at.y - square.y];
  const forward = dx * Math.cos(turn) + dy * Math.sin(turn);
  const sideways = dy * Math.cos(turn) - dx * Math.sin(turn);
  return Math.abs(forward) <= square.along / 2 + 1 && Math.abs(sideways) <= square.across / 2 + 1;
}

/** The nearest place off the road beside a square, `away` from the road's edge, and `nth` in a row going back. */
export function verge(squares: readonly BoardSquare[], from: BoardSquare, away: number, nth = 0): Point {
  const turn = (from.angle * Math.PI) / 180;
  const aside = (distance: number): Point => ({
    x: from.x - Math.sin(turn) * distance,
    y: from.y + Math.cos(turn) * distance,
  });
  const near = squares.filter((square) => Math.hypot(square.x - from.x, square.y - from.y) < from.across * 10);
  const beside = [1, -1].map((side) => {
    let lanes = 1;
    while (lanes < 9 && near.some((square) => holds(square, aside(side * lanes * from.across)))) lanes++;
    return side * ((lanes - 0.5) * from.across + away);
  });
  const [right = 0, left = 0] = beside;
  const place = aside(Math.abs(left) < Math.abs(right) ? left : right);
  return { x: place.x - Math.cos(turn) * nth * away * 2, y: place.y - Math.sin(turn) * nth * away * 2 };
}
