import { describe, expect, it } from 'vitest';
import { columnsOf } from '../src/lib/hint';
import type { Hint } from '../src/lib/types';

function hint(measure: Hint['measure'], choices: [number, number, number][]): Hint {
  return {
    bot: 'Champion',
    label: '',
    reason: '',
    searched: true,
    measure,
    points_title: 'Points',
    close: [],
    choices: choices.map(([wins, points, place], action) => ({ action, label: '', wins, points, place })),
  } as unknown as Hint;
}

const measures = (told: Hint) => columnsOf(told).map(({ measure }) => measure);

describe('the columns of a hint', () => {
  it('begin with what the choices are told apart by', () => {
    expect(
      measures(
        hint('wins', [
          [0.28, 40, 2],
          [0.27, 39, 2],
        ]),
      ),
    ).toEqual(['wins', 'points']);
    expect(
      measures(
        hint('points', [
          [0.28, 40, 2],
          [0.28, 39, 2],
        ]),
      ),
    ).toEqual(['points', 'wins']);
    expect(
      measures(
        hint('place', [
          [0, 0, 2],
          [0, 0, 3],
        ]),
      ),
    ).toEqual(['place']);
  });

  it('leave out a figure by which another choice looks better', () => {
    expect(
      measures(
        hint('points', [
          [0.27, 39.9, 2],
          [0.28, 39.3, 2],
        ]),
      ),
    ).toEqual(['points']);
    expect(
      measures(
        hint('wins', [
          [0.2, 39, 2],
          [0.19, 41, 2],
        ]),
      ),
    ).toEqual(['wins']);
  });

  it('leave out chances where nobody has any', () => {
    expect(
      measures(
        hint('points', [
          [0.004, -2, 1],
          [0, -3, 2],
        ]),
      ),
    ).toEqual(['points']);
  });
});
