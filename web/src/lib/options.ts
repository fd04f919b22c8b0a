/** The options of a game as a person sets them: a switch, or a choice among several. */

import type { GameInfo, GameOption, OptionPreset, OptionValue } from './types';

/** The choices of an option; none for a switch. */
export function choicesOf(option: GameOption): { value: string; label: string }[] {
  return option.choices ?? [];
}

/** The value of an option before anybody changes it: one of its choices, if it has any. */
function firstValue(option: GameOption): OptionValue {
  const choices = choicesOf(option);
  if (!choices.length) return option.default === true;
  return choices.some((choice) => choice.value === option.default) ? option.default : choices[0]!.value;
}

export function firstValues(game: Pick<GameInfo, 'options'>): Record<string, OptionValue> {
  return Object.fromEntries(game.options.map((option) => [option.name, firstValue(option)]));
}

/** Whether every option has the preset's value, apart from those that can't be chosen here. */
export function isTaken(
  preset: Pick<OptionPreset, 'options'>,
  options: Record<string, OptionValue>,
  without: readonly string[] = [],
): boolean {
  return Object.entries(preset.options).every(([name, value]) => without.includes(name) || options[name] === value);
}

/** Whether the choices are few and short enough to stand side by side. */
export function sideBySide(option: GameOption): boolean {
  const choices = choicesOf(option);
  return choices.length <= 4 && choices.reduce((letters, choice) => letters + choice.label.length + 4, 0) <= 56;
}
