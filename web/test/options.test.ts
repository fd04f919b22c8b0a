import { describe, expect, it } from 'vitest';
import { choicesOf, firstValues, isTaken, sideBySide } from '../src/lib/options';
import type { GameOption } from '../src/lib/types';

const option = (more: Partial<GameOption>): GameOption => ({
  name: 'wind',
  label: 'Wind',
  help: '',
  clause: '',
  default: false,
  ...more,
});
const WINDS = [
  { value: 'calm', label: 'Calm' },
  { value: 'gale', label: 'Gale' },
];

describe('an option', () => {
  it('is a switch where it has no choices', () => {
    for (const choices of [undefined, []]) {
      expect(choicesOf(option({ choices }))).toEqual([]);
      expect(firstValues({ options: [option({ choices, default: true })] })).toEqual({ wind: true });
    }
  });

  it('begins with its default among its choices', () => {
    expect(firstValues({ options: [option({ choices: WINDS, default: 'gale' })] })).toEqual({ wind: 'gale' });
  });

  it('begins with its first choice where the default is none of them', () => {
    expect(firstValues({ options: [option({ choices: WINDS, default: false })] })).toEqual({ wind: 'calm' });
  });

  it('stands side by side while its choices are few and short', () => {
    expect(sideBySide(option({ choices: WINDS }))).toBe(true);
    expect(sideBySide(option({ choices: [...WINDS, ...WINDS, ...WINDS] }))).toBe(false);
    expect(sideBySide(option({ choices: WINDS.map((wind) => ({ ...wind, label: wind.label.repeat(9) })) }))).toBe(
      false,
    );
  });
});

describe('a preset', () => {
  const calm = { options: { wind: false, rain: false } };

  it('is taken when all its options are as it has them', () => {
    expect(isTaken(calm, { wind: false, rain: false, doping: true })).toBe(true);
    expect(isTaken(calm, { wind: false, rain: true })).toBe(false);
  });

  it('does not ask for options that are not for choosing', () => {
    expect(isTaken(calm, { wind: false }, ['rain'])).toBe(true);
  });
});
