import { describe, expect, it } from 'vitest';
import { groupBy, placeCaptions } from '../src/lib/groups';

describe('the captions of the strip', () => {
  it('stand over their place where there is room', () => {
    expect(
      placeCaptions(
        [
          { at: 500, width: 100 },
          { at: 200, width: 100 },
        ],
        800,
        8,
      ),
    ).toEqual([450, 150]);
  });
  it('never overlap, and stay within the width', () => {
    const captions = [790, 780, 700, 690, 20, 5].map((at) => ({ at, width: 90 }));
    const left = placeCaptions(captions, 800, 8);
    for (let i = 0; i + 1 < left.length; i++) expect(left[i]!).toBeGreaterThanOrEqual(left[i + 1]! + 90 + 8);
    expect(left.at(-1)!).toBeGreaterThanOrEqual(0);
    expect(left[0]! + 90).toBeLessThanOrEqual(800);
  });
});

describe('grouping', () => {
  it('leaves out what has no place', () => {
    const groups = groupBy(
      [
        { n: 1, at: 4 },
        { n: 2, at: undefined },
        { n: 3, at: 4 },
      ],
      (one) => one.at,
    );
    expect(groups.get(4)?.map((one) => one.n)).toEqual([1, 3]);
    expect(groups.size).toBe(1);
  });
});
