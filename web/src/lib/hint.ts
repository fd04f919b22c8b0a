/** What a hint shows of each choice. */

import type { Hint, Prospect } from './types';
import { number, percent, t } from './words';

interface Column {
  measure: Hint['measure'];
  title: string;
  figure: (choice: Prospect) => string;
}

/** The columns that say something: chances while there are any, points where a game counts them, else the place. */
export function columnsOf(hint: Hint): Column[] {
  const wins: Column = { measure: 'wins', title: t('Chance to win'), figure: (choice) => percent(choice.wins) };
  const points: Column = { measure: 'points', title: hint.points_title, figure: (choice) => number(choice.points, 1) };
  const place: Column = { measure: 'place', title: t('Place on average'), figure: (choice) => number(choice.place, 1) };
  const hopeless = hint.choices.every((choice) => Math.round(100 * choice.wins) === 0);
  const scored = hint.choices.some((choice) => choice.points !== 0);
  const shown = [...(hopeless ? [] : [wins]), ...(scored ? [points] : [])];
  return shown.some(({ measure }) => measure === hint.measure) ? shown : [...shown, place];
}
