import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GERMAN, ITALIAN } from '../src/lib/catalogue';
import { pickLanguage } from '../src/lib/settings.svelte';
import { say } from '../src/lib/words';

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(join(folder, entry.name)) : /\.(svelte|ts)$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );
}

const texts = sources('src')
  .filter((file) => !file.endsWith('catalogue.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const said = new Set([...texts.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map((match) => match[1]!.replaceAll("\\'", "'")));

describe('the words', () => {
  it('are there in Italian and German, every one', () => {
    expect([...said].filter((text) => !(text in ITALIAN) || !(text in GERMAN))).toEqual([]);
  });

  it('are all used', () => {
    expect(Object.keys(ITALIAN).filter((text) => !texts.includes(`'${text.replaceAll("'", "\\'")}'`))).toEqual([]);
  });

  it('keep their blanks', () => {
    const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [english, italian] of Object.entries(ITALIAN)) expect(blanks(italian)).toEqual(blanks(english));
    for (const [english, german] of Object.entries(GERMAN)) expect(blanks(german)).toEqual(blanks(english));
  });

  it('fill in values', () => {
    expect(say('it', 'Turn {n}', { n: 3 })).toBe('Turno 3');
    expect(say('en', 'Turn {n}', { n: 3 })).toBe('Turn 3');
    expect(say('de', 'never heard of {n}')).toBe('never heard of {n}');
  });

  it('come in the language that was kept, else in the first the browser wants that there is', () => {
    expect(pickLanguage('de', ['it'])).toBe('de');
    expect(pickLanguage(null, ['fr-FR', 'it-CH', 'de'])).toBe('it');
    expect(pickLanguage('xx', ['fr'])).toBe('en');
  });
});
