/** The options of a game as a person sets them: a switch, or a choice of several. */

import type { GameInfo, GameOption, OptionPreset, OptionValue } from './types';

/** The choices of an option that is more than a switch; none for a switch. */
export function choicesOf(option: GameOption): { value: string; label: string }[] {
  return option.choices ?? [];
}

/** What an option is before anybody touches it: one of its choices, where it has some. */
function firstValue(option: GameOption): OptionValue {
  const choices = choicesOf(option);
  if (!choices.length) return option.default === true;
  return choices.some((choice) => choice.value === option.default) ? option.default : choices[0]!.value;
}

export function firstValues(game: Pick<GameInfo, 'options'>): Record<string, OptionValue> {
  return Object.fromEntries(game.options.map((option) => [option.name, firstValue(option)]));
}

/** Whether a preset's options, but for those that are not for choosing, are all as it has them. */
export function isTaken(
  preset: Pick<OptionPreset, 'options'>,
  options: Record<string, OptionValue>,
  without: readonly string[] = [],
): boolean {
  return Object.entries(preset.options).every(([name, value]) => without.includes(name) || options[name] === value);
}

/** How many choices, and how many letters in them, can stand side by side. */
export function sideBySide(option: GameOption): boolean {
  const choices = choicesOf(option);
  return choices.length <= 4 && choices.reduce((letters, choice) => letters + choice.label.length + 4, 0) <= 56;
}
