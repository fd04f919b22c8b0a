/** The seats that this browser holds: their secrets, and the invitations still to be sent. */

import type { Opened } from './types';

export interface Held {
  secrets: Record<string, string>;
  invites: Record<string, string>;
  /** All these seats are one person's (a race being looked into): nothing is hidden between them. */
  alone?: boolean;
}

const KEY = 'parcours.seats';
const MOST = 200;

function all(): Record<string, Held> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? (kept as Record<string, Held>) : {};
  } catch {
    return {};
  }
}

function keep(tables: Record<string, Held>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(tables).slice(-MOST))));
  } catch {
    // A browser that keeps nothing loses its seats at a reload, and says so nowhere else.
  }
}

export function held(id: string): Held {
  return all()[id] ?? { secrets: {}, invites: {} };
}

export function myTables(): string[] {
  return Object.keys(all()).reverse();
}

/** A secret for each table where this browser holds a seat. */
export function mySecrets(): string[] {
  return Object.values(all())
    .map((table) => Object.values(table.secrets)[0])
    .filter((secret) => secret !== undefined)
    .reverse()
    .slice(0, 100);
}

export function remember(opened: Opened, alone = false): void {
  const tables = all();
  tables[opened.table.id] = { secrets: opened.secrets, invites: opened.invites, alone };
  keep(tables);
}

export function rememberSeat(id: string, seat: number, secret: string): void {
  const tables = all();
  const before = tables[id] ?? { secrets: {}, invites: {} };
  tables[id] = { ...before, secrets: { ...before.secrets, [seat]: secret } };
  keep(tables);
}
