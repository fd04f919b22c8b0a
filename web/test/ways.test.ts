import { describe, expect, it } from 'vitest';
import { pointAlong, smoothPath, squaresAhead, wayTo } from '../src/lib/ways';

const ring = Array.from({ length: 40 }, (_, i) => {
  const turn = (i / 40) * 2 * Math.PI;
  return {
    x: 500 * Math.cos(turn),
    y: 500 * Math.sin(turn),
    angle: (turn * 180) / Math.PI + 90,
    along: 78,
    across: 90,
  };
});
const lanes = Array.from({ length: 30 }, (_, i) => ({
  x: Math.floor(i / 3) * 50,
  y: (i % 3) * 40,
  angle: 0,
  along: 50,
  across: 40,
}));

describe('the way between two squares', () => {
  const ahead = squaresAhead(ring);
  it('follows a circuit, also over its end', () => {
    expect(wayTo(ahead, 3, 7)).toEqual([3, 4, 5, 6, 7]);
    expect(wayTo(ahead, 38, 2)).toEqual([38, 39, 0, 1, 2]);
  });
  it('goes forward only, by the fewest squares, changing lanes', () => {
    const way = wayTo(squaresAhead(lanes), 0, 11);
    expect(way).toHaveLength(4);
    expect(wayTo(squaresAhead(lanes), 11, 0)).toEqual([11, 0]);
  });
});

describe('a line of points', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 30 },
  ];
  it('is walked at an even pace', () => {
    expect(pointAlong(line, 0)).toEqual({ x: 0, y: 0 });
    expect(pointAlong(line, 0.25)).toEqual({ x: 10, y: 0 });
    expect(pointAlong(line, 0.5)).toEqual({ x: 10, y: 10 });
    expect(pointAlong(line, 2)).toEqual({ x: 10, y: 30 });
  });
  it('is drawn through all of them', () => {
    expect(smoothPath(line).match(/C/g)).toHaveLength(2);
    expect(smoothPath([line[0]!])).toBe('');
  });
});
