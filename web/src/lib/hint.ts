/** What a hint shows of each choice. */

import type { Hint, Prospect } from './types';
import { number, percent, t } from './words';

interface Column {
  measure: Hint['measure'];
  title: string;
  figure: (choice: Prospect) => string;
  /** What is shown, as a number of which more is better. */
  value: (choice: Prospect) => number;
}

/** The columns that say something: what the choices are told apart by comes first, then chances while there are any and
 * points where a game counts them. Where another choice than the suggestion looks best by luck alone, a column is left
 * out: no figure speaks against the suggestion. */
export function columnsOf(hint: Hint): Column[] {
  const wins: Column = {
    measure: 'wins',
    title: t('Chance to win'),
    figure: (choice) => percent(choice.wins),
    value: (choice) => Math.round(100 * choice.wins),
  };
  const points: Column = {
    measure: 'points',
    title: hint.points_title,
    figure: (choice) => number(choice.points, 1),
    value: (choice) => Math.round(10 * choice.points),
  };
  const place: Column = {
    measure: 'place',
    title: t('Place on average'),
    figure: (choice) => number(choice.place, 1),
    value: (choice) => -Math.round(10 * choice.place),
  };
  const hopeless = hint.choices.every((choice) => wins.value(choice) === 0);
  const scored = hint.choices.some((choice) => choice.points !== 0);
  const told = { wins, points, place }[hint.measure];
  const besides = [...(hopeless ? [] : [wins]), ...(scored ? [points] : [])];
  return [told, ...besides.filter((column) => column !== told && leads(hint.choices, column))];
}

/** Whether no choice looks better than the first. */
function leads(choices: Prospect[], { value }: Column): boolean {
  return choices.every((choice) => value(choice) <= value(choices[0]!));
}
