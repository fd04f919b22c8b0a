import { describe, expect, it } from 'vitest';
import { acrossOf, curvePaths, dashes, givenUp, marksOf } from '../src/lib/review';
import { settings } from '../src/lib/settings.svelte';

describe('the review', () => {
  const box = { left: 10, right: 110, top: 0, bottom: 100 };

  it('draws a line for each seat, from left to right, a sure win at the top', () => {
    const curve = [
      { turn: 1, step: 0, wins: [0.5, 0.5], mistake: false },
      { turn: 2, step: 4, wins: [1, 0], mistake: false },
    ];
    expect(curvePaths(curve, box)).toEqual(['M10.0 50.0L110.0 0.0', 'M10.0 50.0L110.0 100.0']);
  });

  it('draws nothing of a race without choices', () => {
    expect(curvePaths([], box)).toEqual([]);
  });

  it('lets a mistake fall straight down on the curve, by exactly what is told of it', () => {
    const curve = [
      { turn: 1, step: 0, wins: [0.5, 0.5], mistake: false },
      { turn: 2, step: 4, wins: [0.61, 0.39], mistake: false },
      { turn: 2, step: 4, wins: [0.33, 0.67], mistake: true },
      { turn: 3, step: 8, wins: [0.4, 0.6], mistake: false },
    ];
    const costly = [{ turn: 2, step: 4, seat: 0, did: '', better: '', points: 0, before: 0.61, after: 0.33 }];
    expect(acrossOf(curve, box)).toEqual([10, 60, 60, 110]);
    expect(marksOf({ curve, costly }, box)).toEqual([{ number: 1, seat: 0, x: 60, from: 39, to: 67 }]);
    expect(curvePaths(curve, box)[0]).toContain('L60.0 39.0L60.0 67.0');
    expect(givenUp(costly[0]!)).toBe('Chance of winning down from 61% to 33%: 28 percentage points lost');
  });

  it('tells teams apart in grey', () => {
    expect(new Set([0, 1, 2, 3, 4, 5].map(dashes)).size).toBe(6);
  });

  it('tells points where points were given up, else chances', () => {
    expect(givenUp({ points: 6.2, before: 0.5, after: 0.38 })).toBe(
      'Chance of winning down from 50% to 38%: 12 percentage points and about 6 points lost',
    );
    expect(givenUp({ points: 1.25, before: 0, after: 0 })).toBe('Cost about 1.3 points');
  });

  it('writes part of a point as the language does', () => {
    for (const [language, told] of [
      ['it', 'È costata circa 1,3 punti'],
      ['de', 'Hat etwa 1,3 Punkte gekostet'],
      ['fr', 'Coût : environ 1,3 point'],
    ] as const) {
      settings.language = language;
      expect(givenUp({ points: 1.25, before: 0, after: 0 }).replaceAll('\u00a0', ' ')).toBe(told);
    }
    settings.language = 'en';
  });
});
