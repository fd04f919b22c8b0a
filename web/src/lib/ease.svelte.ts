/** What saves a player questions: one press for several, routines left to the game. What is chosen is remembered. */

import { settings, store } from './settings.svelte';
import type { Choice, GameInfo, NewTable, OptionValue, State } from './types';
import { t } from './words';

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`parcours.${key}`);
  } catch {
    return null;
  }
}

/** One way of answering several questions at a moment. */
export const wayOf = (moment: string, actions: readonly number[]) => `${moment}:${actions.join()}`;

class Ease {
  /** Every question by itself. */
  singly = $state(typeof window !== 'undefined' && kept('singly') === 'on');
  /** The moment for which the dearer ways lie open too. */
  open = $state('');
  /** A dearer way that is offered all the same, because the coach would take it: its moment and its answers. */
  also = $state('');

  /** The choices as they are offered now. */
  offered(state: State): Choice[] {
    if (this.singly || !state.clicks.length) return state.scene.choices;
    if (this.open === state.moment) return state.clicks;
    return state.clicks.filter((choice) => !choice.other || this.also === wayOf(state.moment, choice.actions));
  }

  /** The offered choice that begins with an action. */
  beginning(choices: readonly Choice[], action: number): number {
    return choices.find((choice) => (choice.actions[0] ?? choice.action) === action)?.action ?? action;
  }

  setSingly(on: boolean): void {
    this.singly = on;
    store('singly', on ? 'on' : 'off');
  }

  /** What is left to a game when a race begins: as it was last, else as the game proposes. */
  routines(game: Pick<GameInfo, 'id' | 'quick'>): string[] {
    const last = kept(`routines.${game.id}`);
    return last === null ? game.quick.routines : last.split(',').filter(Boolean);
  }

  keepRoutines(game: string, routines: readonly string[]): void {
    store(`routines.${game}`, routines.join(','));
  }
}

export const ease = new Ease();

/** The race that "Ride now" opens: the first press moves a piece. */
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

// --------------------------------------------------------------------------- the same set-up once more, to be changed

const AGAIN = 'parcours.again';

interface Again {
  game: string;
  course: string;
  teams: number;
  options: Record<string, OptionValue>;
}

/** Have the set-up begin with these values. */
export function setUpAgain(again: Again): void {
  try {
    sessionStorage.setItem(AGAIN, JSON.stringify(again));
  } catch {
    // Then it begins with the usual ones.
  }
}

/** The values that a set-up of this game is to begin with, once. */
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
