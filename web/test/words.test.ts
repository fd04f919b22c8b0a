import { describe, expect, it } from 'vitest';
import { pickLanguage } from '../src/lib/settings.svelte';
import { say } from '../src/lib/words';

describe('the words', () => {
  it('fill in values', () => {
    expect(say('it', 'Turn {n}', { n: 3 })).toBe('Turno 3');
    expect(say('en', 'Turn {n}', { n: 3 })).toBe('Turn 3');
    expect(say('de', 'never heard of {n}', { n: 3 })).toBe('never heard of 3');
  });

  it('come in the language that was kept, else in the first the browser wants that there is', () => {
    expect(pickLanguage('de', ['it'])).toBe('de');
    expect(pickLanguage(null, ['pt-BR', 'it-CH', 'de'])).toBe('it');
    expect(pickLanguage('xx', ['pt'])).toBe('en');
  });
});
