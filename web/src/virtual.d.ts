/** What the page says, out of the catalogue: `words.plugin.ts` bundles it. */
declare module 'virtual:words' {
  export const CATALOGUE: Record<string, Partial<Record<import('./lib/types').Language, string>>>;
}
