/** What is chosen before the start of a race or a tour: the game, who rides, the options. */

import { firstValues } from './options';
import { firstPlaces, type Place, placesWanted } from './places';
import { settings } from './settings.svelte';
import type { GameInfo, OptionValue } from './types';

export class RaceSetup {
  games = $state.raw<GameInfo[]>([]);
  chosen = $state('');
  teams = $state(0);
  options = $state<Record<string, OptionValue>>({});
  seats = $state<Place[]>([]);
  secretly = $state(false);
  commissioner = $state(false);
  busy = $state(false);
  game = $derived(this.games.find((one) => one.id === this.chosen) ?? null);

  /** Choose a game, with its usual number of teams, options and places. */
  choose(id: string): GameInfo | null {
    const picked = this.games.find((one) => one.id === id);
    if (!picked) return null;
    this.chosen = id;
    this.teams = picked.default_teams;
    this.options = firstValues(picked);
    this.seats = firstPlaces(picked, settings.name);
    return picked;
  }

  /** The teams and seats, whether it is private, and whether people roll the dice themselves. */
  places() {
    return {
      teams: this.teams,
      seats: placesWanted(this.seats, this.teams),
      private: this.secretly,
      commissioner: this.commissioner,
    };
  }

  /** Open the race or tour, but only once. The player's name is remembered for the next time. */
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
