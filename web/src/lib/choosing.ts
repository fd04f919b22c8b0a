/** How choices are picked: the keys for them, and what a press on one does. */

import type { Table } from './table.svelte';
import type { Choice } from './types';

/** Keys of the page itself: hint, undo, fit, zoom. */
export const OWN_KEYS = ['h', 'u', 'f', '?', '+', '=', '-'];

/** A key for each choice, until the keys run out: its own if that is free, otherwise the next digit or letter. */
export function keysFor(choices: readonly Pick<Choice, 'key'>[]): string[] {
  const taken = new Set(OWN_KEYS);
  const keys = choices.map((choice) => {
    const key = choice.key.toLowerCase();
    if (key.length !== 1 || taken.has(key)) return '';
    taken.add(key);
    return key;
  });
  const free = [...'123456789abcdegijklmnopqrstvwxyz'].filter((key) => !taken.has(key));
  return keys.map((key) => key || (free.shift() ?? ''));
}

/** The pieces that one press can move, if there are several: the page shows the routes of one piece at a time. */
export function moversOf(choices: readonly Pick<Choice, 'actions' | 'path' | 'piece'>[]): string[] {
  const moved = choices.filter((choice) => choice.actions.length > 1 && choice.path.length).map(({ piece }) => piece);
  const pieces = [...new Set(moved)];
  return pieces.length > 1 ? pieces : [];
}

/** A press on a place with choices. A mouse confirms, as hovering has shown the preview; a finger previews first. */
export function press(table: Table, here: readonly Choice[], pointer: string): void {
  const first = here[0];
  if (!first) return;
  if (here.length > 1) {
    table.preview(first.action, true);
    document.querySelector<HTMLElement>(`[data-action="${first.action}"]`)?.focus();
  } else if (pointer === 'mouse' || pointer === '') void table.confirm(first.action);
  else table.pick(first.action);
}

/** The probability of an outcome, as a fraction in lowest terms. */
export function odds(weight: number, total: number): [number, number] {
  let [a, b] = [weight, total];
  while (b) [a, b] = [b, a % b];
  return a ? [weight / a, total / a] : [weight, total];
}
