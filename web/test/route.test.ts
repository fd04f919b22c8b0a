import { describe, expect, it } from 'vitest';
import { readRoute, writeRoute, type Route } from '../src/lib/route';

describe('the address', () => {
  const places: Route[] = [
    { at: 'front' },
    { at: 'setup', game: '', course: '' },
    { at: 'setup', game: 'some_game', course: '' },
    { at: 'setup', game: 'some_game', course: 'ring:A' },
    { at: 'build', game: 'some_game', course: '' },
    { at: 'build', game: 'some_game', course: 'own-1' },
    { at: 'tour-setup', game: '' },
    { at: 'tour-setup', game: 'some_game' },
    { at: 'tour', id: 'a b/c' },
    { at: 'table', id: 'a b/c' },
    { at: 'table', id: 'abc', step: 12 },
    { at: 'join', id: 'abc', seat: 2, invite: 'x-y_z' },
    { at: 'rules', game: 'some_game', clause: 'SG-M2' },
  ];
  it.each(places)('is read as it was written: $at', (route) => {
    expect(readRoute(writeRoute(route))).toEqual(route);
  });

  it('falls back to the front page, or to the table', () => {
    expect(readRoute('')).toEqual({ at: 'front' });
    expect(readRoute('#/nowhere')).toEqual({ at: 'front' });
    expect(readRoute('#/t/abc/join/x/y')).toEqual({ at: 'table', id: 'abc' });
    expect(readRoute('#/t/%E0%A4%A')).toEqual({ at: 'table', id: '%E0%A4%A' });
  });
});
