import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patched } from '../src/lib/patches';
import type { News, State, StateMessage, StoryEntry } from '../src/lib/types';
import { Views } from '../src/lib/views';

interface Case {
  about: string;
  old: unknown;
  new: unknown;
  patch: unknown;
}
const cases = JSON.parse(readFileSync(new URL('patches.json', import.meta.url), 'utf8')) as Case[];

describe('what has changed is put to what there was', () => {
  for (const one of cases) it(one.about, () => expect(patched(one.old, one.patch)).toEqual(one.new));

  it('leaves what has not changed the same object', () => {
    const old = { pieces: [{ id: 'a', at: 1 }], panels: [{ id: 'p' }] };
    const made = patched(old, { pieces: [[0, { at: 2 }]] }) as typeof old;
    expect(made.panels).toBe(old.panels);
    expect(old.pieces[0]!.at).toBe(1);
  });
});

const line = (step: number): StoryEntry => ({
  step,
  turn: 1,
  words: `line ${step}`,
  clauses: [],
  seat: 0,
  weight: 'move',
  back_to: null,
});
const state = (version: string, steps: number) =>
  ({
    version,
    state_id: `m${steps}`,
    steps,
    since: 0,
    story: steps ? [line(steps)] : [],
    chat: [],
  }) as unknown as State;
const whole = (told: State, story_from = 0): StateMessage => ({ kind: 'state', story_from, state: told });
const news = (have: string, version: string, steps: number): News => ({
  kind: 'news',
  have,
  version,
  story: [line(steps)],
  chat: [],
  changes: { steps, state_id: `m${steps}` },
});

function known(): Views {
  const views = new Views();
  views.take(whole(state('a', 1)));
  return views;
}

describe('the views of a table', () => {
  it('adds what is new', () => {
    const views = known();
    const made = views.take(news('a', 'b', 2)) as State;
    expect(made).toMatchObject({ version: 'b', steps: 2, state_id: 'm2' });
    expect(made.story.map((entry) => entry.step)).toEqual([1, 2]);
    expect(views.latest).toBe(made);
  });

  it('takes what comes twice, as an answer and as a push, once', () => {
    const views = known();
    const made = views.take(news('a', 'b', 2));
    expect(views.take(news('a', 'b', 2))).toBe(made);
  });

  it('takes a push that skips what an answer has told', () => {
    const views = known();
    views.take(news('a', 'b', 2));
    expect(views.take(news('a', 'c', 3))).toMatchObject({ version: 'c', steps: 3 });
  });

  it('leaves what comes late, and keeps it: news can belong to it', () => {
    const views = known();
    const asked = views.latest;
    views.take(news('a', 'c', 3));
    expect(views.take(news('a', 'b', 2), asked)).toBe('late');
    expect(views.latest?.version).toBe('c');
    expect(views.take(news('b', 'd', 4))).toMatchObject({ version: 'd' });
  });

  it('leaves an answer that a push has overtaken without a move between', () => {
    const views = known();
    const asked = views.latest;
    views.take(news('a', 'declined', 1));
    expect(views.take(news('a', 'asked', 1), asked)).toBe('late');
    expect(views.take(news('declined', 'again', 1))).toMatchObject({ version: 'again' });
  });

  it('says so where it lacks what news belong to', () => {
    const views = known();
    expect(views.take(news('z', 'y', 2))).toBe('gap');
    views.clear();
    expect(views.take(news('a', 'b', 2))).toBe('gap');
    expect(views.take(whole(state('b', 2), 1))).toBe('gap');
  });

  it('has the story before what is told after a break', () => {
    const views = known();
    const made = views.take(whole(state('e', 5), 1)) as State;
    expect(made.story.map((entry) => entry.step)).toEqual([1, 5]);
  });

  it('keeps few views', () => {
    const views = known();
    for (let n = 0; n < 10; n++) views.take(news(n ? `v${n - 1}` : 'a', `v${n}`, n + 2));
    expect(views.take(news('a', 'w', 20))).toBe('gap');
  });
});
