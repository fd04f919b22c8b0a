/** Routes between two squares of the road, and lines through points. */

import type { BoardSquare } from './types';

/** The shortest route ahead from one square to another; if there is none, only these two squares. */
export function wayTo(squares: readonly Pick<BoardSquare, 'ahead'>[], from: number, to: number): number[] {
  if (from === to) return [from];
  const cameFrom = new Map<number, number>([[from, from]]);
  let edge = [from];
  while (edge.length && !cameFrom.has(to)) {
    const next: number[] = [];
    for (const at of edge) {
      for (const step of squares[at]?.ahead ?? []) {
        if (!cameFrom.has(step)) {
          cameFrom.set(step, at);
          next.push(step);
        }
      }
    }
    edge = next;
  }
  if (!cameFrom.has(to)) return [from, to];
  const way = [to];
  while (way[0] !== from) way.unshift(cameFrom.get(way[0]!)!);
  return way;
}

export interface Point {
  x: number;
  y: number;
}

/** The point at a share (0 to 1) of a line's length. */
export function pointAlong(line: readonly Point[], share: number): Point {
  const first = line[0];
  if (!first) return { x: 0, y: 0 };
  const lengths = line.slice(1).map((p, i) => Math.hypot(p.x - line[i]!.x, p.y - line[i]!.y));
  let left = lengths.reduce((sum, l) => sum + l, 0) * Math.min(1, Math.max(0, share));
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    if (left <= length && length > 0) {
      const [a, b] = [line[i]!, line[i + 1]!];
      return { x: a.x + ((b.x - a.x) * left) / length, y: a.y + ((b.y - a.y) * left) / length };
    }
    left -= length;
  }
  return line[line.length - 1] ?? first;
}

/** A smooth SVG path through points. */
export function smoothPath(line: readonly Point[]): string {
  if (line.length < 2) return '';
  const n = (v: number) => v.toFixed(1);
  let path = `M${n(line[0]!.x)} ${n(line[0]!.y)}`;
  for (let i = 0; i < line.length - 1; i++) {
    const [p0, p1, p2, p3] = [line[i - 1] ?? line[i]!, line[i]!, line[i + 1]!, line[i + 2] ?? line[i + 1]!];
    path += `C${n(p1.x + (p2.x - p0.x) / 6)} ${n(p1.y + (p2.y - p0.y) / 6)} ${n(p2.x - (p3.x - p1.x) / 6)} ${n(p2.y - (p3.y - p1.y) / 6)} ${n(p2.x)} ${n(p2.y)}`;
  }
  return path;
}
