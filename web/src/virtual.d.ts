/** The catalogue of the page's texts, which `words.plugin.ts` bundles. */
declare module 'virtual:words' {
  export const CATALOGUE: Record<
    string,
    Partial<Record<import('./lib/types').Language, string | Record<string, string>>>
  >;
}
