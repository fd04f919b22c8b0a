import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gapsAfter, rungsOf } from '../src/lib/gaps';
import { firstPlaces, placesWanted } from '../src/lib/places';
import { held, heldTour, myTours, myTourSecrets, remember, rememberSeat, shareSeats } from '../src/lib/seats';
import { sketch } from '../src/lib/sketch';
import type { Opened, TourLine } from '../src/lib/types';

const line = (after: number[]): TourLine => ({
  seat: 0,
  name: '',
  place: 1,
  total: after.at(-1) ?? 0,
  gap: 0,
  after,
  stages: after,
  rider: null,
  notes: [],
  out: false,
  before: null,
});

describe('gaps', () => {
  it('start level, and are to the best of each stage', () => {
    const lines = [line([10, 30]), line([15, 22])];
    expect(gapsAfter({ best: 'most', lines })).toEqual([
      [0, 5, 0],
      [0, 0, 8],
    ]);
    expect(gapsAfter({ best: 'least', lines })).toEqual([
      [0, 0, 8],
      [0, 5, 0],
    ]);
  });

  it('end for whoever is out', () => {
    expect(gapsAfter({ best: 'least', lines: [line([1, 2, 3]), line([4])] })).toEqual([
      [0, 0, 0, 0],
      [0, 3],
    ]);
  });

  it('are measured in round numbers', () => {
    expect(rungsOf(5)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rungsOf(43)).toEqual([0, 10, 20, 30, 40]);
    expect(rungsOf(347)).toEqual([0, 100, 200, 300]);
  });
});

describe('the start list', () => {
  it('has me first, then the usual bot of the game', () => {
    const places = firstPlaces({ default_bot: 'strong', max_teams: 3 }, 'Ada');
    expect(placesWanted(places, 2)).toEqual([
      { kind: 'me', name: 'Ada' },
      { kind: 'bot', bot: 'strong' },
    ]);
    expect(placesWanted([{ kind: 'friend', name: ' ', bot: 'weak' }], 1)).toEqual([{ kind: 'friend' }]);
  });
});

describe('the sign of a course', () => {
  it('is one stroke with room around it', () => {
    const sign = sketch({
      points: [
        [0, 0, 0],
        [10, 0, 90],
        [10, 10, 180],
      ],
      wide: 2,
      lane: 1,
      closed: true,
    });
    expect(sign?.view).toBe('-2 -2 14 14');
    expect(sign?.path.endsWith('Z')).toBe(true);
    expect(sketch({ points: [[0, 0, 0]], wide: 2, lane: 1, closed: false })).toBeNull();
  });
});

describe('seats in a tour', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  it('are seats in all its stages', () => {
    remember({ table: { id: 'one' }, secrets: { 0: 'mine' }, invites: { 1: 'yours' } } as unknown as Opened);
    shareSeats('tour', 'one');
    shareSeats('tour', 'two');
    expect(held('two').secrets).toEqual({ 0: 'mine' });
    expect(heldTour('tour').invites).toEqual({ 1: 'yours' });
    expect([myTours(), myTourSecrets()]).toEqual([['tour'], ['mine']]);
  });

  it('come to the tour from any stage', () => {
    rememberSeat('two', 1, 'late');
    shareSeats('tour', 'two');
    shareSeats('tour', 'three');
    expect(held('three').secrets).toEqual({ 1: 'late' });
  });

  it('are nobody’s for a spectator', () => {
    shareSeats('tour', 'one');
    expect(myTours()).toEqual([]);
  });
});
