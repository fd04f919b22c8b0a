import { describe, expect, it } from 'vitest';
import { cardPlace, fan, grid } from '../src/lib/fan';

const square = { x: 100, y: 50, angle: 0, along: 84, across: 90, ahead: [] };

describe('pieces on a square', () => {
  it('one stands in the middle', () => {
    expect(fan(square, 1, 30)).toEqual([{ x: 100, y: 50, size: expect.any(Number) }]);
  });

  it.each([2, 3, 5, 8, 13, 16, 24])('%i never overlap', (count) => {
    for (const angle of [0, 37, 90, 210]) {
      const places = fan({ ...square, angle }, count, 37);
      expect(places).toHaveLength(count);
      for (const [i, a] of places.entries()) {
        for (const b of places.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.size * 0.98);
      }
    }
  });

  it('24 are still large enough to read, and stay near their square', () => {
    const places = fan(square, 24, 37);
    expect(places[0]!.size).toBeGreaterThan(20);
    for (const place of places)
      expect(Math.hypot(place.x - square.x, place.y - square.y)).toBeLessThan(square.across * 1.3);
  });

  it('the first stands on the inside, to the left of the riding direction', () => {
    const places = fan(square, 3, 30);
    expect(places[0]!.y).toBeLessThan(places[2]!.y);
  });

  it('fill a box with the largest cells', () => {
    expect(grid(4, 100, 100)).toEqual({ columns: 2, rows: 2, cell: 50 });
    expect(grid(3, 300, 100).columns).toBe(3);
  });
});

describe('a card beside a point', () => {
  const [card, screen] = [
    { width: 200, height: 80 },
    { width: 1000, height: 600 },
  ];
  it('stands to the right where there is room', () => {
    expect(cardPlace({ x: 300, y: 300 }, card, screen, [])).toEqual({ x: 346, y: 260 });
  });
  it('stays on the screen and off the point', () => {
    const place = cardPlace({ x: 990, y: 300 }, card, screen, []);
    expect(place.x + card.width).toBeLessThan(990);
  });
  it('goes where it hides nothing', () => {
    const place = cardPlace({ x: 300, y: 300 }, card, screen, [{ x: 420, y: 300 }]);
    expect(place.x > 420 || place.x + card.width < 420 || place.y > 300 || place.y + card.height < 300).toBe(true);
  });
});
