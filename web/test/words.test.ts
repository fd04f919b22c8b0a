import { describe, expect, it } from 'vitest';
import { pickLanguage } from '../src/lib/settings.svelte';
import { say, when } from '../src/lib/words';

describe('the words', () => {
  it('fill in values', () => {
    expect(say('it', 'Turn {n}', { n: 3 })).toBe('Turno 3');
    expect(say('en', 'Turn {n}', { n: 3 })).toBe('Turn 3');
    expect(say('de', 'never heard of {n}', { n: 3 })).toBe('never heard of 3');
  });

  it('are those of a game’s sport where it has its own', () => {
    expect(say('de', 'Add a stage', {}, 'rally')).toBe('Prüfung hinzufügen');
    expect(say('de', 'Add a stage', {}, 'profi')).toBe('Etappe hinzufügen');
    expect(say('it', 'Stage {n}', { n: 2 })).toBe('Tappa 2');
    expect(say('en', 'Open the tour', {}, 'rally')).toBe('Open the rally');
  });

  it('agree with a team whose name is a plural', () => {
    const away = (language: 'en' | 'de' | 'fr', name: string, name_is: 'many' | 'one') =>
      say(language, '{name} is away.', { name, name_is });
    expect(away('en', 'Toughs', 'many')).toBe('Toughs are away.');
    expect(away('de', 'Harte Burschen', 'many')).toBe('Harte Burschen sind abwesend.');
    expect(away('fr', 'Durs à Cuire', 'many')).toBe('Durs à Cuire ne sont pas là.');
    expect(away('fr', 'Ada', 'one')).toBe('Ada n’est pas là.');
  });

  it('come in the language that was kept, else in the first the browser wants that there is', () => {
    expect(pickLanguage('de', ['it'])).toBe('de');
    expect(pickLanguage(null, ['pt-BR', 'it-CH', 'de'])).toBe('it');
    expect(pickLanguage('xx', ['pt'])).toBe('en');
  });

  it('say how long ago something was', () => {
    const ago = (minutes: number) => when(new Date(Date.now() - 60_000 * minutes).toISOString());
    expect([ago(0), ago(5), ago(120), ago(2880)]).toEqual(['now', '5 minutes ago', '2 hours ago', '2 days ago']);
  });
});
