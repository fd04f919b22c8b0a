import { describe, expect, it } from 'vitest';
import { curvePaths, dashes, givenUp, smoothed } from '../src/lib/review';

describe('the review', () => {
  const box = { left: 10, right: 110, top: 0, bottom: 100 };

  it('draws a line for each seat, from left to right, a sure win at the top', () => {
    const curve = [
      { turn: 1, step: 0, wins: [0.5, 0.5] },
      { turn: 2, step: 4, wins: [1, 0] },
    ];
    expect(curvePaths(curve, box)).toEqual(['M10.0 50.0L110.0 0.0', 'M10.0 50.0L110.0 100.0']);
  });

  it('draws nothing of a race without choices', () => {
    expect(curvePaths([], box)).toEqual([]);
  });

  it('smooths what is only chance, and keeps the sum', () => {
    const curve = [0, 1, 0.5].map((first, i) => ({ turn: 1, step: i, wins: [first, 1 - first] }));
    expect(smoothed(curve, 1).map(({ wins }) => wins)).toEqual([
      [0.5, 0.5],
      [0.5, 0.5],
      [0.75, 0.25],
    ]);
    expect(smoothed(curve, 0)).toEqual(curve);
  });

  it('tells teams apart in grey', () => {
    expect(new Set([0, 1, 2, 3, 4, 5].map(dashes)).size).toBe(6);
  });

  it('tells points where points were given up, else chances', () => {
    expect(givenUp({ points: 6.2, wins: 0.12 })).toBe('Gave up about 6 points, and 12% of the chances to win');
    expect(givenUp({ points: 1.25, wins: 0 })).toBe('Gave up about 1.3 points');
    expect(givenUp({ points: -2, wins: 0.07 })).toBe('Gave up about 7% of the chances to win');
  });
});
