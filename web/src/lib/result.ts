/** The state of a race, for the list of races. */

import type { TableInfo } from './types';
import { listed, t } from './words';

/** The leader or leaders of a tour. */
export function leading(leaders: readonly { name: string }[]): string {
  const names = leaders.map(({ name }) => name);
  return names.length > 1
    ? t('{names} share the lead', { names: listed(names) })
    : t('In the lead: {name}', { name: names[0] ?? '' });
}

/** How many races are offered to continue; the others are in the list. */
const FIRST = 6;

/** The ids of the viewer's own unfinished races: those that wait for the viewer first, and newer ones before older. */
export function underway<Race extends Pick<TableInfo, 'id' | 'status' | 'updated'>>(
  races: readonly Race[],
  mine: (race: Race) => boolean,
  waitsForMe: (race: Race) => unknown,
): string[] {
  return races
    .filter((race) => race.status !== 'finished' && mine(race))
    .sort(
      (a, b) => Number(Boolean(waitsForMe(b))) - Number(Boolean(waitsForMe(a))) || b.updated.localeCompare(a.updated),
    )
    .slice(0, FIRST)
    .map((race) => race.id);
}

/** The question that the race waits for; for a finished race the team that won, and who played it. */
export function raceStatus(table: Pick<TableInfo, 'status' | 'winner' | 'prompt' | 'seats'>): string {
  const { winner, prompt, seats } = table;
  if (table.status !== 'finished' || !winner) return prompt;
  return seats.some((seat) => seat.team === winner) ? prompt : `${prompt} (${winner})`;
}
