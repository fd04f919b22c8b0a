/** The keys of the table: what each key does while nothing is being typed. */

import { keysFor } from './choosing';
import type { Lens } from './lens.svelte';
import type { Table } from './table.svelte';

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Keys that repeat while they are held. Every other key works once per press. */
const HELD = ['ArrowUp', 'ArrowDown', '+', '=', '-'];

/** The pressed key, in lower case; empty if it is meant for something else, or is only being held down. */
export function keyOf(event: KeyboardEvent): string {
  if (event.repeat && !HELD.includes(event.key)) return '';
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return '';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Do what a key stands for. On a box of a panel, `?` asks why not this one; elsewhere it opens the list of keys. */
export function press(
  key: string,
  event: KeyboardEvent,
  table: Table,
  lens: Lens | undefined,
  openKeys: () => void,
): void {
  const focus = document.activeElement;
  const free =
    !focus || focus === document.body || !(focus instanceof HTMLButtonElement || focus instanceof HTMLAnchorElement);
  const yours = table.choices.length > 0;
  if (key === '?') {
    const spot = focus instanceof HTMLElement ? focus.dataset['spot'] : undefined;
    if (spot) void table.askWhy(spot);
    else openKeys();
  } else if (key === 'Escape') {
    table.preview(null, true);
    table.message = null;
    if (focus instanceof HTMLElement) focus.blur();
  } else if (key === ' ' && free && (table.animating || table.playback.busy)) {
    event.preventDefault();
    table.playback.skip();
  } else if (key === 'Enter' && free && table.choice) {
    void table.confirm();
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && free && yours) {
    event.preventDefault();
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-action]')];
    buttons.at(key === 'ArrowDown' ? 0 : -1)?.focus();
  } else if (key === 'h' && yours && table.scene?.actor === table.seat) void table.askHint();
  else if (key === 'u' && table.seat >= 0 && table.shown?.undo.possible !== false) void table.undo();
  else if (key === 'f') lens?.toggleFollow();
  else if (key === '+' || key === '=') lens?.zoom(1.5);
  else if (key === '-') lens?.zoom(1 / 1.5);
  else pressChoice(key, event, table);
}

/** The first press of a choice's key previews the choice, the second one confirms it. */
function pressChoice(key: string, event: KeyboardEvent, table: Table): void {
  const choice = table.choices[keysFor(table.choices).indexOf(key)];
  if (!choice) return;
  event.preventDefault();
  if (table.picked === choice.action && table.pinned) void table.confirm();
  else {
    table.preview(choice.action, true);
    document.querySelector<HTMLElement>(`[data-action="${choice.action}"]`)?.focus();
  }
}
