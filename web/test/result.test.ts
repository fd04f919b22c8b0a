import { describe, expect, it } from 'vitest';
import { raceStatus } from '../src/lib/result';
import type { Seat } from '../src/lib/types';

const seats = ['Red', 'Blue'].map((team, seat): Seat => ({
  seat,
  name: 'Robot',
  team,
  colour: '',
  kind: 'bot',
  bot: null,
  connected: true,
}));

describe('a race in the list', () => {
  it('tells who is to choose', () => {
    expect(raceStatus({ status: 'live', winner: null, prompt: 'Red is to choose', seats })).toBe('Red is to choose');
  });
  it('tells the team that won, and who rode for it', () => {
    expect(raceStatus({ status: 'finished', winner: 'Robot', prompt: 'Blue has won', seats })).toBe(
      'Blue has won (Robot)',
    );
  });
  it('names a team only once', () => {
    expect(raceStatus({ status: 'finished', winner: 'Blue', prompt: 'Blue has won', seats })).toBe('Blue has won');
  });
});
