/** How the table is laid out on this screen. */

import { innerHeight, innerWidth } from 'svelte/reactivity/window';

const NARROW = 820;
const SHORT = 520;

export const layout = {
  /** A phone held sideways: the board to the left, the choices in a column to the right. */
  get short(): boolean {
    const [wide, tall] = [innerWidth.current ?? 0, innerHeight.current ?? 0];
    return tall <= SHORT && wide > tall * 1.2;
  },
  /** A phone: the board fills the screen, the choices are a sheet under the thumb. */
  get narrow(): boolean {
    return (innerWidth.current ?? 0) <= NARROW || this.short;
  },
};
