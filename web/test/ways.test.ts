import { describe, expect, it } from 'vitest';
import { pointAlong, smoothPath, wayTo } from '../src/lib/ways';

const ring = Array.from({ length: 40 }, (_, i) => ({ ahead: [(i + 1) % 40] }));
/** Three lanes, ten squares each: straight on, and one lane to the side; between the last two lanes a solid line. */
const lanes = Array.from({ length: 30 }, (_, i) => ({
  ahead: i < 27 ? [i + 3, ...(i % 3 === 0 ? [i + 4] : i % 3 === 1 ? [i + 2] : [])] : [],
}));

describe('the way between two squares', () => {
  it('follows a circuit, also over its end', () => {
    expect(wayTo(ring, 3, 7)).toEqual([3, 4, 5, 6, 7]);
    expect(wayTo(ring, 38, 2)).toEqual([38, 39, 0, 1, 2]);
  });
  it('goes forward only, by the fewest squares, changing lanes', () => {
    expect(wayTo(lanes, 0, 10)).toEqual([0, 3, 6, 10]);
    expect(wayTo(lanes, 10, 0)).toEqual([10, 0]);
  });
  it('crosses no solid line: straight there, where no other way leads', () => {
    expect(wayTo(lanes, 0, 11)).toEqual([0, 11]);
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
