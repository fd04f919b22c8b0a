/** What saves a player questions: one press that answers several, and routines left to the game. Both are stored. */

import { settings, store, stored } from './settings.svelte';
import type { Choice, GameInfo, NewTable, OptionValue, State } from './types';
import { t } from './words';

/** A key for one series of answers to the questions in a state. */
export const wayOf = (stateId: string, actions: readonly number[]) => `${stateId}:${actions.join()}`;

class Ease {
  /** Whether every question is asked separately. */
  singly = $state(typeof window !== 'undefined' && stored('singly') === 'on');
  /** The state in which the costlier routes are shown too. */
  open = $state('');
  /** A costlier route that is offered all the same, because the coach advises it: its key from `wayOf`. */
  also = $state('');

  /** The choices that are offered now. */
  offered(state: State): Choice[] {
    if (this.singly || !state.clicks.length) return state.scene.choices;
    if (this.open === state.state_id) return state.clicks;
    return state.clicks.filter((choice) => !choice.other || this.also === wayOf(state.state_id, choice.actions));
  }

  /** The offered choice that begins with an action; the action itself if there is none. */
  beginning(choices: readonly Choice[], action: number): number {
    return choices.find((choice) => (choice.actions[0] ?? choice.action) === action)?.action ?? action;
  }

  setSingly(on: boolean): void {
    this.singly = on;
    store('singly', on ? 'on' : 'off');
  }

  /** The routines that are left to a game when a race begins: those of last time, otherwise those that the game
   * proposes. */
  routines(game: Pick<GameInfo, 'id' | 'quick'>): string[] {
    const last = stored(`routines.${game.id}`);
    return last === null ? game.quick.routines : last.split(',').filter(Boolean);
  }

  keepRoutines(game: string, routines: readonly string[]): void {
    store(`routines.${game}`, routines.join(','));
  }
}

export const ease = new Ease();

/** The race that "Race now" opens. Nothing is asked first: the first press already moves a piece. */
export function quickRace(game: GameInfo, more: Partial<NewTable> = {}): NewTable {
  const bot = game.default_bot;
  return {
    game: game.id,
    course: game.quick.course || game.default_course || game.courses[0]?.id,
    options: game.quick.options,
    teams: game.default_teams,
    seats: Array.from({ length: game.default_teams }, (_, i) =>
      i ? { kind: 'bot' as const, bot } : { kind: 'me' as const, name: settings.name || t('Me') },
    ),
    private: false,
    commissioner: false,
    quick: true,
    routines: ease.routines(game),
    ...more,
  };
}

// -------------------------------------------------------------------------------- a set-up to change and use again

const AGAIN = 'parcours.again';

interface Again {
  game: string;
  course: string;
  teams: number;
  options: Record<string, OptionValue>;
}

/** Make the next set-up start with these values. */
export function setUpAgain(again: Again): void {
  try {
    sessionStorage.setItem(AGAIN, JSON.stringify(again));
  } catch {
    // Then it starts with the usual values.
  }
}

/** The values that the next set-up of this game starts with. They are used only once. */
export function takeAgain(game: string): Again | null {
  try {
    const again = JSON.parse(sessionStorage.getItem(AGAIN) ?? 'null') as Again | null;
    if (again?.game !== game) return null;
    sessionStorage.removeItem(AGAIN);
    return again;
  } catch {
    return null;
  }
}
