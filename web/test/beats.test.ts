import { describe, expect, it } from 'vitest';
import { beatOf, dramasBetween, headline, nextStop, stops } from '../src/lib/beats';
import type { Piece, Scene, StoryEntry } from '../src/lib/types';

const entry = (step: number, weight: StoryEntry['weight'] = 'move', more: Partial<StoryEntry> = {}): StoryEntry => ({
  step,
  turn: 1,
  words: `${step}`,
  clauses: [],
  seat: 0,
  weight,
  back_to: null,
  ...more,
});
const piece = (id: string, pose: Piece['pose']): Piece => ({
  id,
  seat: 0,
  kind: 'rider',
  label: '1',
  name: id,
  square: 1,
  slot: 0,
  of: 1,
  pose,
  role: '',
  badges: [],
  note: '',
  progress: 0,
  carries: [],
});
const scene = (...pieces: Piece[]) => ({ pieces }) as Scene;

describe('a race as it is watched', () => {
  const story = [
    entry(1),
    entry(2, 'minor'),
    entry(3, 'minor', { chance: { kind: 'dice', faces: ['4'] } }),
    entry(4, 'minor'),
    entry(5),
    entry(6, 'minor'),
  ];
  it('stops at every deed and every roll, and at the last step', () => {
    expect(stops(story, 0, 6)).toEqual([1, 3, 5, 6]);
    expect(nextStop(story, 3, 6)).toBe(5);
    expect(nextStop(story, 5, 6)).toBe(6);
    expect(stops(story, 6, 6)).toEqual([]);
  });
  it('tells what was passed over together with what follows it', () => {
    expect(beatOf(story, 3, 5).entries.map(({ step }) => step)).toEqual([4, 5]);
  });
  it('leads with what matters most', () => {
    expect(headline({ step: 2, entries: [entry(1, 'minor'), entry(2), entry(2, 'major')] })?.weight).toBe('major');
  });
});

describe('the big moments', () => {
  it('are those that the story names, and what is seen of the pieces', () => {
    const [before, after] = [
      scene(piece('a', 'riding'), piece('b', 'riding')),
      scene(piece('a', 'down'), piece('b', 'finished')),
    ];
    const beat = { step: 1, entries: [entry(1, 'major', { event: 'attack', piece: 'b' })] };
    expect(dramasBetween(before, after, beat)).toEqual([
      { kind: 'attack', piece: 'b' },
      { kind: 'crash', piece: 'a' },
      { kind: 'finish', piece: 'b' },
    ]);
  });
  it('are told once each', () => {
    const [before, after] = [scene(piece('a', 'riding')), scene(piece('a', 'off_road'))];
    const beat = { step: 1, entries: [entry(1, 'major', { event: 'off_road', piece: 'a' })] };
    expect(dramasBetween(before, after, beat)).toEqual([{ kind: 'off_road', piece: 'a' }]);
    expect(dramasBetween(after, after, { step: 2, entries: [] })).toEqual([]);
  });
  it('are not called where a car only stops beside the road', () => {
    const [before, after] = [scene(piece('a', 'riding')), scene(piece('a', 'off_road'))];
    expect(dramasBetween(before, after, { step: 1, entries: [entry(1)] })).toEqual([]);
  });
});
