/** The seats that this browser holds, at tables and in tours: their secrets, and the invitations still to be sent. */

import type { Opened } from './types';

interface Held {
  secrets: Record<string, string>;
  invites: Record<string, string>;
  /** Whether one person holds all seats, having opened a race to look at it: nothing is hidden between them. */
  alone?: boolean;
}

const TABLES = 'parcours.seats';
const TOURS = 'parcours.tours';
const MOST = 200;

function all(key = TABLES): Record<string, Held> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return kept && typeof kept === 'object' ? (kept as Record<string, Held>) : {};
  } catch {
    return {};
  }
}

function keep(tables: Record<string, Held>, key = TABLES): void {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(tables).slice(-MOST))));
  } catch {
    // A browser that stores nothing loses its seats on a reload, without any warning.
  }
}

export function held(id: string): Held {
  return all()[id] ?? { secrets: {}, invites: {} };
}

export function heldTour(id: string): Held {
  return all(TOURS)[id] ?? { secrets: {}, invites: {} };
}

export function myTables(): string[] {
  return Object.keys(all()).reverse();
}

export function myTours(): string[] {
  return Object.keys(all(TOURS)).reverse();
}

/** A secret for each table where this browser holds a seat. */
export function mySecrets(): string[] {
  return firstSecrets(all());
}

/** A secret for each tour where this browser holds a seat. */
export function myTourSecrets(): string[] {
  return firstSecrets(all(TOURS));
}

function firstSecrets(places: Record<string, Held>): string[] {
  return Object.values(places)
    .map((place) => Object.values(place.secrets)[0])
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

/** A seat in a tour is the same seat in all its stages: share this browser's secrets between tour and table. */
export function shareSeats(tour: string, table: string): void {
  const [tables, tours] = [all(), all(TOURS)];
  const [here, there] = [tables[table], tours[tour]];
  if (!here && !there) return;
  const both = {
    secrets: { ...there?.secrets, ...here?.secrets },
    invites: { ...there?.invites, ...here?.invites },
    ...((here?.alone ?? there?.alone) ? { alone: true } : {}),
  };
  keep({ ...tables, [table]: { ...here, ...both } });
  keep({ ...tours, [tour]: { ...there, ...both } }, TOURS);
}
