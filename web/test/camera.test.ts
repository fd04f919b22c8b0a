import { describe, expect, it } from 'vitest';
import { between, fit, settle, toScreen, viewBox, zoomAt, type View } from '../src/lib/camera';
import { contrast, INK, inkOn, PAPER } from '../src/lib/colours';

const view: View = [-100, -50, 1600, 1000];
const screen = { width: 800, height: 600 };

describe('the camera', () => {
  it('fits the whole board', () => {
    expect(fit(view, screen)).toEqual({ x: 700, y: 450, scale: 0.5 });
    expect(viewBox(fit(view, screen), screen)).toBe('-100 -150 1600 1200');
  });
  it('keeps the point under the finger when it zooms', () => {
    const before = fit(view, screen);
    const after = zoomAt(before, 3, 200, 500, screen);
    const [x, y] = [before.x + (200 - 400) / before.scale, before.y + (500 - 300) / before.scale];
    const seen = toScreen(after, screen, x, y);
    expect(seen.x).toBeCloseTo(200);
    expect(seen.y).toBeCloseTo(500);
  });
  it('never loses the board', () => {
    expect(settle({ x: 1e6, y: -1e6, scale: 1 }, view, screen)).toEqual({ x: 1100, y: 250, scale: 1 });
    expect(settle({ x: 0, y: 0, scale: 0.001 }, view, screen).scale).toBe(0.5);
  });
  it('flies evenly', () => {
    const [a, b] = [{ x: 0, y: 0, scale: 1 }, { x: 10, y: 20, scale: 4 }];
    expect(between(a, b, 0.5)).toEqual({ x: 5, y: 10, scale: 2 });
  });
});

describe('ink on colour', () => {
  it.each(['#C8382E', '#2B62A8', '#E5B321', '#3F8452', '#7C519F', '#DE7A27'])('can be read on %s', (colour) => {
    expect(contrast(colour, inkOn(colour))).toBeGreaterThan(3);
    expect([INK, PAPER]).toContain(inkOn(colour));
  });
});
