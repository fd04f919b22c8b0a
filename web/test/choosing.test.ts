import { describe, expect, it } from 'vitest';
import { keysFor, moversOf, odds, OWN_KEYS } from '../src/lib/choosing';

describe('keys', () => {
  const keys = (...natural: string[]) => keysFor(natural.map((key) => ({ key })));
  it('are the natural ones where they are free', () => {
    expect(keys('3', '1', 'r')).toEqual(['3', '1', 'r']);
  });
  it('are each used once, and never one of the page', () => {
    const found = keys('1', '1', '', 'h', 'R', 'r');
    expect(new Set(found).size).toBe(6);
    expect(found.some((key) => OWN_KEYS.includes(key))).toBe(false);
  });
  it('run out at some point', () => {
    expect(keys(...Array<string>(50).fill('')).at(-1)).toBe('');
  });
});

describe('movers', () => {
  const press = (piece: string, ...actions: number[]) => ({ piece, actions, path: piece ? [1, 2] : [] });
  it('are the pieces that one press can move, where there are several', () => {
    expect(moversOf([press('r0', 5, 1), press('r0', 5, 2), press('r1', 6, 1), press('')])).toEqual(['r0', 'r1']);
  });
  it('are nobody where only one can move, or where a press answers one question', () => {
    expect(moversOf([press('r0', 5, 1), press('')])).toEqual([]);
    expect(moversOf([press('r0'), press('r1')])).toEqual([]);
  });
});

describe('odds', () => {
  it('are in lowest terms', () => {
    expect(odds(2, 6)).toEqual([1, 3]);
    expect(odds(1, 4)).toEqual([1, 4]);
  });
});
