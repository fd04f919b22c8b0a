/** Prevents misclicks: a control that has just appeared or moved ignores the pointer for half a second. The keyboard is
 * never held up, because it reaches a control by its focus, not its place. */

import type { Attachment } from 'svelte/attachments';

const REST = 500;
/** A shift of up to this many pixels doesn't count as a move. */
const STEADY = 4;
const CONTROLS = 'button, a[href], summary, select';

function hold(control: HTMLElement | SVGElement): () => void {
  control.style.pointerEvents = 'none';
  const clock = setTimeout(() => (control.style.pointerEvents = ''), REST);
  return () => {
    clearTimeout(clock);
    control.style.pointerEvents = '';
  };
}

/** Watch all controls in an element, which may scroll. If `trusting`, those there at the start need not wait. */
const watching =
  (trusting: boolean): Attachment<HTMLElement> =>
  (room) => {
    let first = trusting;
    const places = new Map<Element, { x: number; y: number }>();
    const held = new Map<Element, () => void>();

    function look(): void {
      const controls = room.querySelectorAll<HTMLElement>(CONTROLS);
      const known = new Set<Element>(controls);
      for (const gone of places.keys()) {
        if (known.has(gone)) continue;
        places.delete(gone);
        held.get(gone)?.();
        held.delete(gone);
      }
      for (const control of controls) {
        const box = control.getBoundingClientRect();
        if (!box.width) continue;
        let scrolled = 0;
        for (
          let around: Element | null = control.parentElement;
          around && around !== room.parentElement;
          around = around.parentElement
        )
          scrolled += around.scrollTop;
        const [x, y] = [box.left, box.top + scrolled];
        const was = places.get(control);
        places.set(control, { x, y });
        if (was ? Math.hypot(x - was.x, y - was.y) <= STEADY : first) continue;
        held.get(control)?.();
        held.set(control, hold(control));
      }
      first = false;
    }

    look();
    const watch = new MutationObserver(look);
    watch.observe(room, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['class', 'hidden', 'open'],
      attributes: true,
    });
    return () => {
      watch.disconnect();
      for (const letGo of held.values()) letGo();
    };
  };

/** For an element that stays on the page. */
export const still = watching(true);
/** For an element that opens over others: the second press of a double click was not meant for it. */
export const stillFromStart = watching(false);

/** For a single thing: it waits when it appears, but not when it moves later. */
export const fresh: Attachment<SVGElement | HTMLElement> = (element) => hold(element);
