/** How a race stands, in the list of races. */

import type { TableInfo } from './types';
import { listed, t } from './words';

/** Who leads a tour, one or several. */
export function leading(leaders: readonly { name: string }[]): string {
  const names = leaders.map(({ name }) => name);
  return names.length > 1
    ? t('{names} share the lead', { names: listed(names) })
    : t('{name} leads', { name: names[0] ?? '' });
}

/** How many races are offered to go on with; the others stand in the list. */
const FIRST = 6;

/** One's own races that are not over, by id: first those that wait for oneself, the newest before the others. */
export function underway<Race extends Pick<TableInfo, 'id' | 'status' | 'updated'>>(
  races: readonly Race[],
  mine: (race: Race) => boolean,
  calls: (race: Race) => unknown,
): string[] {
  return races
    .filter((race) => race.status !== 'finished' && mine(race))
    .sort((a, b) => Number(Boolean(calls(b))) - Number(Boolean(calls(a))) || b.updated.localeCompare(a.updated))
    .slice(0, FIRST)
    .map((race) => race.id);
}

/** Who is to choose; of a finished race the team that won, and who rode for it. */
export function standing(table: Pick<TableInfo, 'status' | 'winner' | 'prompt' | 'seats'>): string {
  const { winner, prompt, seats } = table;
  if (table.status !== 'finished' || !winner) return prompt;
  return seats.some((seat) => seat.team === winner) ? prompt : `${prompt} (${winner})`;
}
