/** The coach: what the coach says at the open table, and which ideas this person has met. */

import { api, Refused } from './api';
import { ease, quickRace, wayOf } from './ease.svelte';
import { go } from './route';
import { remember } from './seats';
import { settings, store, stored } from './settings.svelte';
import type { Table } from './table.svelte';
import type { Choice, CoachSays, GameInfo } from './types';

const TABLES = 'coached';
const MOST = 60;
/** If the coach does not answer, it is asked again after this many milliseconds. */
const AGAIN = 1500;

function kept(key: string): string[] {
  return (stored(key) ?? '').split(',').filter(Boolean);
}

class CoachBeside {
  says = $state.raw<CoachSays | null>(null);
  /** The tables where this browser has asked the coach to speak. */
  private tables = $state(typeof window === 'undefined' ? [] : kept(TABLES));
  private again: ReturnType<typeof setTimeout> | undefined;
  /** The ideas that this person has met, by game. */
  private met = $state.raw<Record<string, string[]>>({});

  speaksAt(table: string): boolean {
    return this.tables.includes(table);
  }

  listen(table: string, on = true): void {
    this.tables = [...this.tables.filter((id) => id !== table), ...(on ? [table] : [])].slice(-MOST);
    store(TABLES, this.tables.join(','));
    if (!on) this.hush();
  }

  /** Stop the coach: the player sent the coach away, or left the table. */
  hush(): void {
    clearTimeout(this.again);
    this.says = null;
  }

  /** Ask what the coach says now. Drop an answer that comes too late; ask again if none comes. */
  async hear(table: Table): Promise<void> {
    const asked = table.shown?.state_id;
    clearTimeout(this.again);
    try {
      const says = await api.coach(table.id, table.secret);
      if (asked !== table.shown?.state_id || !this.speaksAt(table.id)) return;
      this.says = says;
      this.unfold(table);
      this.keep(table.info?.game ?? '', says);
    } catch (error) {
      const forGood = error instanceof Refused && [401, 404].includes(error.status);
      if (!forGood && asked === table.shown?.state_id && this.speaksAt(table.id))
        this.again = setTimeout(() => void this.hear(table), AGAIN);
    }
  }

  /** If the coach advises one of the costlier routes, offer it beside the cheapest ones; and show the routes of the
   * piece that it moves. */
  private unfold(table: Table): void {
    if (this.says?.advice && table.shown) ease.also = wayOf(table.shown.state_id, this.says.advice.actions);
    table.show(this.advised(table)?.piece ?? '');
  }

  /** Whether the coach has something to say about what is shown now. */
  speaks(table: Table): boolean {
    return this.speaksAt(table.id) && this.says !== null && !table.past;
  }

  /** What the coach highlights at this table: parts beside the board, squares and pieces on it. */
  lights(table: Table): string[] {
    return this.speaks(table) ? (this.says?.lights ?? []) : [];
  }

  /** The choice that the coach advises. */
  advised(table: Table): Choice | null {
    const actions = this.says?.state_id === table.shown?.state_id ? this.says?.advice?.actions : undefined;
    if (!actions?.length) return null;
    const [first] = actions;
    const whole = table.offered.find((choice) => choice.actions.join() === actions.join());
    return whole ?? table.offered.find((choice) => !choice.actions.length && choice.action === first) ?? null;
  }

  ideasMet(game: string): string[] {
    return this.met[game] ?? kept(`ideas.${game}`);
  }

  private keep(game: string, says: CoachSays): void {
    const now = says.ideas.filter((idea) => idea.met).map((idea) => idea.id);
    const all = [...new Set([...this.ideasMet(game), ...now])];
    this.met = { ...this.met, [game]: all };
    if (now.length) store(`ideas.${game}`, all.join(','));
  }
}

export const coach = new CoachBeside();

/** Open a first race with the coach. */
export async function takeLesson(game: string): Promise<void> {
  const opened = await api.lesson(game, settings.name);
  remember(opened);
  coach.listen(opened.table.id);
  go({ at: 'table', id: opened.table.id });
}

/** Open an ordinary race against novices, with the coach still at hand. */
export async function rideWithCoach(game: GameInfo): Promise<void> {
  const novice = game.bots.some((bot) => bot.name === 'novice') ? 'novice' : game.default_bot;
  const race = quickRace(game);
  const opened = await api.open({
    ...race,
    seats: race.seats?.map((seat) => (seat.kind === 'bot' ? { ...seat, bot: novice } : seat)),
  });
  remember(opened);
  coach.listen(opened.table.id);
  go({ at: 'table', id: opened.table.id });
}
