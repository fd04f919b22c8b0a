/** What is chosen before the start, of a race as of a tour: the game, who rides, the options. */

import { firstValues } from './options';
import { firstPlaces, type Place, placesWanted } from './places';
import { settings } from './settings.svelte';
import type { GameInfo, OptionValue } from './types';

export class Wanted {
  games = $state.raw<GameInfo[]>([]);
  chosen = $state('');
  teams = $state(0);
  options = $state<Record<string, OptionValue>>({});
  seats = $state<Place[]>([]);
  secretly = $state(false);
  commissioner = $state(false);
  busy = $state(false);
  game = $derived(this.games.find((one) => one.id === this.chosen) ?? null);

  /** A game, with its usual number of teams, options and places. */
  choose(id: string): GameInfo | null {
    const picked = this.games.find((one) => one.id === id);
    if (!picked) return null;
    this.chosen = id;
    this.teams = picked.default_teams;
    this.options = firstValues(picked);
    this.seats = firstPlaces(picked, settings.name);
    return picked;
  }

  /** Who sits where, and how open it is. */
  places() {
    return {
      teams: this.teams,
      seats: placesWanted(this.seats, this.teams),
      private: this.secretly,
      commissioner: this.commissioner,
    };
  }

  /** Have it opened, once; the asker's name is kept for the next time. */
  async open(
    event: SubmitEvent,
    how: (game: GameInfo) => Promise<void>,
    fail: (error: unknown) => void,
  ): Promise<void> {
    event.preventDefault();
    if (!this.game || this.busy) return;
    this.busy = true;
    const mine = this.seats.find((seat) => seat.kind === 'me');
    if (mine?.name) settings.setName(mine.name);
    try {
      await how(this.game);
    } catch (error) {
      fail(error);
    } finally {
      this.busy = false;
    }
  }
}
