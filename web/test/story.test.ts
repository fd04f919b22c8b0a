import { describe, expect, it } from 'vitest';
import { turnsOf, undoneOf } from '../src/lib/story';
import type { StoryEntry } from '../src/lib/types';

const told = (step: number, turn: number, words: string, more: Partial<StoryEntry> = {}): StoryEntry => ({
  step,
  turn,
  words,
  clauses: [],
  seat: 0,
  weight: 'move',
  back_to: null,
  ...more,
});

const story = [
  told(1, 1, 'Red rides'),
  told(2, 1, 'Blue rides'),
  told(2, 1, 'Red leads', { weight: 'headline' }),
  told(3, 2, 'Red rides too far'),
  told(4, 2, 'Red takes back 1 move', { back_to: 2 }),
  told(5, 2, 'Red rides less far'),
];

describe('the story', () => {
  it('tells what was taken back apart from what holds', () => {
    expect([...undoneOf(story)].sort()).toEqual([3, 4]);
    const [second] = turnsOf(story);
    expect(second?.moves.map((entry) => entry.words)).toEqual(['Red rides less far']);
    expect(second?.undone).toHaveLength(2);
  });

  it('begins each turn with what it came down to, the latest turn first', () => {
    const turns = turnsOf(story);
    expect(turns.map((one) => one.turn)).toEqual([2, 1]);
    expect(turns[1]?.headlines.map((entry) => entry.words)).toEqual(['Red leads']);
    expect(turns[1]?.moves.map((entry) => entry.words)).toEqual(['Blue rides', 'Red rides']);
  });

  it('goes no further than the step that is looked at', () => {
    expect(turnsOf(story, 1)).toMatchObject([{ turn: 1, headlines: [], from: 0 }]);
    expect([...undoneOf(story.slice(0, 4))]).toEqual([]);
  });

  it('a turn that was taken back and ridden again is told once', () => {
    const again = [
      ...story.slice(0, 3),
      told(3, 2, 'Next'),
      told(4, 2, 'Back', { back_to: 1 }),
      told(5, 1, 'Blue rides on'),
      told(5, 1, 'Blue leads', { weight: 'headline' }),
    ];
    const first = turnsOf(again).find((one) => one.turn === 1);
    expect(first?.headlines.map((entry) => entry.words)).toEqual(['Blue leads']);
    expect(first?.moves.map((entry) => entry.words)).toEqual(['Blue rides on', 'Red rides']);
  });
});
