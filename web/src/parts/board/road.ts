/** The road of a board, for drawing on it: its squares, their size, and whether they are lanes. */

import type { Board, BoardSquare } from '../../lib/types';
import { hasLanes, usualSize } from '../../lib/verge';
import type { Point } from '../../lib/ways';

export interface Road {
  squares: readonly BoardSquare[];
  /** The size of a typical square. */
  unit: number;
  lanes: boolean;
}

export function roadOf(board: Board): Road {
  return { squares: board.squares, unit: usualSize(board.squares), lanes: hasLanes(board.squares) };
}

/** The place of a square's label: beside the road, on the outer side; with lanes, on the square itself. */
export function outside(road: Road, square: BoardSquare): Point {
  if (road.lanes) return square;
  const turn = (square.angle * Math.PI) / 180;
  const out = square.across / 2 + road.unit * 0.36;
  return { x: square.x - Math.sin(turn) * out, y: square.y + Math.cos(turn) * out };
}

/** The outline of a square around its own middle. */
export function slab(square: BoardSquare): string {
  const [a, b] = [square.along / 2, square.across / 2];
  return `M${-a} ${-b}H${a}V${b}H${-a}Z`;
}

/** Lines along both edges of the road, around the middle of a square. */
export function kerbs(road: Road, square: BoardSquare): string {
  const [a, b] = [square.along / 2, square.across / 2 - road.unit * 0.07];
  return `M${-a} ${-b}H${a}M${-a} ${b}H${a}`;
}

export const turned = (square: BoardSquare) => `translate(${square.x} ${square.y}) rotate(${square.angle})`;
