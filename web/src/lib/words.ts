/** The page's own words. What a game says comes from the table, already in the player's language. */

import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGUE } from 'virtual:words';
import { settings } from './settings.svelte';
import type { Language } from './types';

type Values = Record<string, string | number>;

const read: Map<string, IntlMessageFormat> = new Map();

function message(language: Language, text: string, game: string): IntlMessageFormat {
  const key = `${language} ${game} ${text}`;
  let found = read.get(key);
  if (!found) {
    const told = CATALOGUE[text];
    const wording = told?.[language] || told?.en || text;
    const pattern = typeof wording === 'string' ? wording : (wording[game] ?? wording.text ?? text);
    found = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
    read.set(key, found);
  }
  return found;
}

/** The text of a key in the catalogue, in a language, and in the game's own wording if there is one. A text without a
 * translation stays English. */
export function say(language: Language, text: string, values: Values = {}, game = ''): string {
  return String(message(language, text, game).format(values));
}

/** A text in the chosen language. In a template it changes with the language. */
export function t(text: string, values: Values = {}, game = ''): string {
  return say(settings.language, text, values, game);
}

/** Several names as a list in the chosen language: "Red and Blue". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names);
}

/** A number as the chosen language writes it, with this many decimals. */
export function number(value: number, decimals = 0): string {
  return new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** A share from 0 to 1 as a percentage, as the chosen language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** How long ago it was, in the chosen language: "now", "5 minutes ago". */
export function when(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const minutes = Math.round((date.getTime() - Date.now()) / 60000);
  const ago = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  if (!minutes) return ago.format(0, 'second');
  if (Math.abs(minutes) < 60) return ago.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return ago.format(Math.round(minutes / 60), 'hour');
  return ago.format(Math.round(minutes / 1440), 'day');
}
