/** What a hint shows about each choice. */

import type { Hint, Prospect } from './types';
import { number, percent, t } from './words';

interface Column {
  measure: Hint['measure'];
  title: string;
  figure: (choice: Prospect) => string;
  /** The figure that is shown; a larger one is better. */
  value: (choice: Prospect) => number;
}

/** The columns worth showing: first the measure that tells the choices apart, then the chances of winning and the
 * points, if any choice has some. A column in which another choice looks best, by luck alone, is left out, so that no
 * figure contradicts the suggestion. */
export function columnsOf(hint: Hint): Column[] {
  const wins: Column = {
    measure: 'wins',
    title: t('Chance of winning'),
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
    title: t('Average place'),
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
