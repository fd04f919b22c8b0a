import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILES = ['page', 'shared'].map((name) =>
  fileURLToPath(new URL(`../src/parcours/locale/${name}.json`, import.meta.url)),
);

/** Bundles the page's texts: its part of the one catalogue, `src/parcours/locale`. */
export function words(): Plugin {
  return {
    name: 'parcours-words',
    resolveId: (id) => (id === 'virtual:words' ? '\0virtual:words' : undefined),
    load(id) {
      if (id !== '\0virtual:words') return undefined;
      for (const file of FILES) this.addWatchFile(file);
      const catalogue = Object.assign({}, ...FILES.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
      return `export const CATALOGUE = JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`;
    },
  };
}
