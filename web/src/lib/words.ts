/** The page's own words. What a game says comes from the table, already in the player's language. */

import { settings } from './settings.svelte';
import { GERMAN, ITALIAN } from './catalogue';
import type { Language } from './types';

const CATALOGUES: Record<Language, Record<string, string> | null> = { en: null, it: ITALIAN, de: GERMAN };

export type Values = Record<string, string | number>;

/** A text in a language: English is the key; what is missing stays English. */
export function say(language: Language, text: string, values: Values = {}): string {
  const words = CATALOGUES[language]?.[text] ?? text;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text in the language that is set; read in a template it changes with the language. */
export function t(text: string, values: Values = {}): string {
  return say(settings.language, text, values);
}

export function when(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const minutes = Math.round((date.getTime() - Date.now()) / 60000);
  const ago = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return ago.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return ago.format(Math.round(minutes / 60), 'hour');
  return ago.format(Math.round(minutes / 1440), 'day');
}
