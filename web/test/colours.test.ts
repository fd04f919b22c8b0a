import { describe, expect, it } from 'vitest';
import { contrast, ground, inkOn } from '../src/lib/colours';

describe('the ground of a game', () => {
  it('is its own colour where that can be read on', () => {
    expect(ground('#E8B71A')).toBe('#E8B71A');
  });
  it.each(['#C9472F', '#808080', '#D2362B', '#2E7FB8', '#E2701E'])('carries small text: %s', (colour) => {
    const found = ground(colour);
    expect(contrast(found, inkOn(found))).toBeGreaterThanOrEqual(4.5);
    expect(inkOn(found)).toBe(inkOn(colour));
  });
});
