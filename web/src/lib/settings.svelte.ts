/** What this browser remembers: language, theme, sound, who I am. */

import { paceOf, type Pace } from './pace';
import type { Language } from './types';

export const LANGUAGES: Language[] = ['en', 'it', 'de', 'fr'];
type Theme = 'light' | 'dark';

/** What this browser has stored under a key, if anything. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`parcours.${key}`);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(`parcours.${key}`, value);
  } catch {
    // A browser that stores nothing can still play.
  }
}

export function pickLanguage(kept: string | null, wanted: readonly string[]): Language {
  const known = (code: string | null) => LANGUAGES.find((language) => code?.toLowerCase().startsWith(language));
  return known(kept) ?? wanted.map((code) => known(code)).find(Boolean) ?? 'en';
}

function pickTheme(kept: string | null): Theme {
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

const browser = typeof window !== 'undefined';

class Settings {
  language = $state<Language>(browser ? pickLanguage(stored('language'), navigator.languages) : 'en');
  theme = $state<Theme>(browser ? pickTheme(stored('theme')) : 'light');
  sound = $state(browser && stored('sound') === 'on');
  /** Whether to offer sounds, because nobody has decided about them yet. */
  offersSound = $state(browser && stored('sound') === null);
  name = $state((browser && stored('name')) || '');
  private keptPace = $state(browser ? paceOf(stored('pace')) : null);
  stillness = $state(browser && matchMedia('(prefers-reduced-motion: reduce)').matches);

  setLanguage(language: Language): void {
    this.language = language;
    store('language', language);
    document.documentElement.lang = language;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    store('theme', theme);
    document.documentElement.dataset['theme'] = theme;
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.offersSound = false;
    store('sound', on ? 'on' : 'off');
  }

  /** How fast a race is shown. If the system asks for less motion, everything is shown at once by default. */
  get pace(): Pace {
    return this.keptPace ?? (this.stillness ? 'instant' : 'normal');
  }

  setPace(pace: Pace): void {
    this.keptPace = pace;
    store('pace', pace);
  }

  setName(name: string): void {
    this.name = name;
    store('name', name);
  }

  begin(): void {
    document.documentElement.lang = this.language;
    document.documentElement.dataset['theme'] = this.theme;
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (event) => {
      this.stillness = event.matches;
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      if (!stored('theme')) {
        this.theme = event.matches ? 'dark' : 'light';
        document.documentElement.dataset['theme'] = this.theme;
      }
    });
  }
}

export const settings = new Settings();
