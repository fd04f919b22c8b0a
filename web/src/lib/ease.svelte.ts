/** What saves a player questions: one press for several answers, and routines left to the game. All is remembered. */

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

/** One way to answer several questions in a state. */
export const wayOf = (stateId: string, actions: readonly number[]) => `${stateId}:${actions.join()}`;

class Ease {
  /** Whether every question is asked by itself. */
  singly = $state(typeof window !== 'undefined' && kept('singly') === 'on');
  /** The state in which the dearer ways are shown too. */
  open = $state('');
  /** A dearer way that is offered all the same, because the coach advises it: its state and its answers. */
  also = $state('');

  /** The choices that are offered now. */
  offered(state: State): Choice[] {
    if (this.singly || !state.clicks.length) return state.scene.choices;
    if (this.open === state.state_id) return state.clicks;
    return state.clicks.filter((choice) => !choice.other || this.also === wayOf(state.state_id, choice.actions));
  }

  /** The offered choice that begins with an action. */
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
    const last = kept(`routines.${game.id}`);
    return last === null ? game.quick.routines : last.split(',').filter(Boolean);
  }

  keepRoutines(game: string, routines: readonly string[]): void {
    store(`routines.${game}`, routines.join(','));
  }
}

export const ease = new Ease();

/** The race that "Race now" opens: the first press moves a piece. */
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

/** Let the set-up begin with these values. */
export function setUpAgain(again: Again): void {
  try {
    sessionStorage.setItem(AGAIN, JSON.stringify(again));
  } catch {
    // Then it begins with the usual values.
  }
}

/** The values with which the next set-up of this game begins, once. */
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
