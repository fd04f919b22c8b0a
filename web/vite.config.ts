import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { words } from './words.plugin.ts';

const table = process.env.PARCOURS_TABLE ?? 'http://127.0.0.1:8421';

export default defineConfig({
  plugins: [svelte(), words()],
  build: {
    outDir: '../src/parcours/table/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: table, ws: true } } },
  test: { include: ['test/**/*.test.ts'] },
});
