/** How a race stands, in the list of races. */

import type { TableInfo } from './types';

/** Who is to choose; of a finished race the team that won, and who rode for it. */
export function standing(table: Pick<TableInfo, 'status' | 'winner' | 'prompt' | 'seats'>): string {
  const { winner, prompt, seats } = table;
  if (table.status !== 'finished' || !winner) return prompt;
  return seats.some((seat) => seat.team === winner) ? prompt : `${prompt} (${winner})`;
}
