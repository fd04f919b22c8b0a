/** Who sits where, while a race is set up. */

import type { GameInfo, NewTable, SeatKind } from './types';

export interface Place {
  kind: SeatKind;
  name: string;
  bot: string;
}

/** A place for each possible team: I sit in the first, the game's usual bot in the others. */
export function firstPlaces(game: Pick<GameInfo, 'default_bot' | 'max_teams'>, me: string): Place[] {
  const bot = game.default_bot;
  return Array.from({ length: game.max_teams }, (_, i) => ({ kind: i ? 'bot' : 'me', name: i ? '' : me, bot }));
}

/** The places of the teams that ride, in the form that the table takes. */
export function placesWanted(places: readonly Place[], teams: number): NewTable['seats'] {
  return places.slice(0, teams).map(({ kind, name, bot }) => {
    if (kind === 'bot') return { kind, bot };
    return name.trim() ? { kind, name: name.trim() } : { kind };
  });
}
