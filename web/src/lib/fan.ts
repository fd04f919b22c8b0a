/** Where the pieces on one square stand, so that each can be read. */

import type { BoardSquare } from './types';

export interface Place {
  x: number;
  y: number;
  /** The width of a drawn piece, in units of the board. */
  size: number;
}

/** Rows and columns for `count` pieces in a box of this shape, with the largest cells. */
export function grid(count: number, along: number, across: number): { columns: number; rows: number; cell: number } {
  let best = { columns: 1, rows: count, cell: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const cell = Math.min(along / columns, across / rows);
    if (cell > best.cell + 1e-9) best = { columns, rows, cell };
  }
  return best;
}

/**
 * The places of `count` pieces on a square. A few pieces stand in a single line across the road, the first on the
 * inside (to the left of the riding direction). A crowd may spread over the verge, up to `spread` times the width of
 * the road. A piece takes at most a `share` of the width of its square.
 */
export function fan(square: BoardSquare, count: number, smallest: number, spread = 2.2, share = 0.62): Place[] {
  if (count < 1) return [];
  const along = square.along * 0.96;
  let across = square.across * 0.94;
  let shape = grid(count, along, across);
  const widest = square.across * spread;
  while (shape.cell < smallest && across < widest) {
    across = Math.min(widest, across * 1.15);
    shape = grid(count, along, across);
  }
  const { columns, rows, cell } = shape;
  const turn = (square.angle * Math.PI) / 180;
  const [ax, ay] = [Math.cos(turn), Math.sin(turn)];
  const size = Math.min(cell, square.across * share, square.along * 0.96);
  const step = Math.min(across / rows, size * 1.12);
  const places: Place[] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const column = i % columns;
    const forward = ((inRow - 1) / 2 - column) * Math.min(cell, size * 1.06);
    const outward = (row - (rows - 1) / 2) * step;
    places.push({ x: square.x + ax * forward - ay * outward, y: square.y + ay * forward + ax * outward, size });
  }
  return places;
}

/** The top left corner for a card beside a point: on the screen, and covering as few other points as possible. */
export function cardPlace(
  at: { x: number; y: number },
  card: { width: number; height: number },
  screen: { width: number; height: number },
  avoid: readonly { x: number; y: number }[],
  space = 46,
): { x: number; y: number } {
  const [w, h] = [card.width, card.height];
  const inside = (v: number, size: number, whole: number) => Math.min(Math.max(8, v), Math.max(8, whole - size - 8));
  const corners = [
    { x: at.x + space, y: at.y - h / 2 },
    { x: at.x - space - w, y: at.y - h / 2 },
    { x: at.x - w / 2, y: at.y - space * 1.6 - h },
    { x: at.x - w / 2, y: at.y + space * 1.6 },
    { x: at.x + space, y: at.y - space * 1.6 - h },
    { x: at.x - space - w, y: at.y - space * 1.6 - h },
    { x: at.x + space, y: at.y + space * 1.6 },
    { x: at.x - space - w, y: at.y + space * 1.6 },
  ].map((corner) => ({ x: inside(corner.x, w, screen.width), y: inside(corner.y, h, screen.height) }));
  const covers = (corner: { x: number; y: number }, point: { x: number; y: number }, margin: number) =>
    point.x > corner.x - margin &&
    point.x < corner.x + w + margin &&
    point.y > corner.y - margin &&
    point.y < corner.y + h + margin;
  const price = (corner: { x: number; y: number }) =>
    (covers(corner, at, 20) ? 10 : 0) + avoid.filter((point) => covers(corner, point, 24)).length;
  return corners.reduce((best, corner) => (price(corner) < price(best) ? corner : best));
}
