/** The page's texts, from the catalogue: `words.plugin.ts` bundles them. */
declare module 'virtual:words' {
  export const CATALOGUE: Record<
    string,
    Partial<Record<import('./lib/types').Language, string | Record<string, string>>>
  >;
}
