import { describe, expect, it } from 'vitest';
import { hasLanes, verge } from '../src/lib/verge';

/** A straight road to the right: four lanes of squares 60 long and 38 wide; lane 0 is the right-most, lowest one. */
const road = [0, 1, 2].flatMap((row) =>
  [0, 1, 2, 3].map((lane) => ({ x: row * 60, y: -lane * 38, angle: 0, along: 60, across: 38, ahead: [] })),
);

describe('beside the road', () => {
  it('is just off the nearer edge', () => {
    expect(verge(road, road[4]!, 20)).toEqual({ x: 60, y: 39 });
    expect(verge(road, road[7]!, 20)).toEqual({ x: 60, y: -3 * 38 - 39 });
  });

  it('those who stand there line up', () => {
    expect(verge(road, road[4]!, 20, 2)).toEqual({ x: 60 - 80, y: 39 });
  });

  it('a road with lanes is told by its narrow squares', () => {
    expect(hasLanes(road)).toBe(true);
    expect(hasLanes([{ x: 0, y: 0, angle: 0, along: 84, across: 90, ahead: [] }])).toBe(false);
  });
});
