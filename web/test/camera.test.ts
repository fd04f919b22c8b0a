import { describe, expect, it } from 'vitest';
import { cameraOf, fit, framed, toScreen, transformOf, viewBox, type View } from '../src/lib/camera';
import { contrast, INK, inkOn, PAPER } from '../src/lib/colours';

const view: View = [-100, -50, 1600, 1000];
const screen = { width: 800, height: 600 };

describe('the camera', () => {
  it('fits the whole board', () => {
    expect(fit(view, screen)).toEqual({ x: 700, y: 450, scale: 0.5 });
    expect(viewBox(fit(view, screen), screen)).toBe('-100 -150 1600 1200');
  });
  it('is the same to d3', () => {
    const camera = { x: 120, y: -30, scale: 2.5 };
    const there = transformOf(camera, screen);
    expect(cameraOf(there, screen)).toEqual(camera);
    const seen = toScreen(camera, screen, 200, 40);
    expect(there.apply([200, 40])).toEqual([seen.x, seen.y]);
  });
  it('frames points, no nearer than wanted', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 300, y: 100 },
    ];
    expect(framed(points, 100, 9, screen)).toEqual({ x: 150, y: 50, scale: 2 });
    expect(framed(points, 100, 1, screen).scale).toBe(1);
  });
});

describe('ink on colour', () => {
  it.each(['#C8382E', '#2B62A8', '#E5B321', '#3F8452', '#7C519F', '#DE7A27'])('can be read on %s', (colour) => {
    expect(contrast(colour, inkOn(colour))).toBeGreaterThan(3);
    expect([INK, PAPER]).toContain(inkOn(colour));
  });
});
