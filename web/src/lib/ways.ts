/** The way between two squares, guessed from the picture: along the road, square by square. */

import type { BoardSquare } from './types';

const turnBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

/** For each square those that lie just ahead of it in the riding direction. */
export function squaresAhead(squares: readonly BoardSquare[]): number[][] {
  const reach = squares.reduce((most, s) => Math.max(most, s.along, s.across), 1) * 1.7;
  const key = (x: number, y: number) => `${Math.floor(x / reach)},${Math.floor(y / reach)}`;
  const cells = new Map<string, number[]>();
  squares.forEach((s, i) => {
    const k = key(s.x, s.y);
    const cell = cells.get(k);
    if (cell) cell.push(i);
    else cells.set(k, [i]);
  });
  return squares.map((from, i) => {
    const turn = (from.angle * Math.PI) / 180;
    const near: number[] = [];
    for (let cx = -1; cx <= 1; cx++) {
      for (let cy = -1; cy <= 1; cy++) near.push(...(cells.get(key(from.x + cx * reach, from.y + cy * reach)) ?? []));
    }
    return near.filter((j) => {
      const to = squares[j];
      if (!to || j === i || turnBetween(to.angle, from.angle) > 80) return false;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const forward = dx * Math.cos(turn) + dy * Math.sin(turn);
      const sideways = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
      const step = (from.along + to.along) / 2;
      return (
        forward > step * 0.3 &&
        forward < step * 1.7 &&
        sideways < Math.max(from.across, to.across) * 1.3 &&
        sideways < step * 2.5
      );
    });
  });
}

/** The shortest way ahead from one square to another; straight there where none is found. */
export function wayTo(ahead: readonly number[][], from: number, to: number): number[] {
  if (from === to) return [from];
  const cameFrom = new Map<number, number>([[from, from]]);
  let edge = [from];
  while (edge.length && !cameFrom.has(to)) {
    const next: number[] = [];
    for (const at of edge) {
      for (const step of ahead[at] ?? []) {
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

/** The point at a share (0 to 1) of the length of a line of points. */
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
