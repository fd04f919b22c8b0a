/** What stands for a team where its colours are shown: a jersey, or in a game of cars a car. */

import { getContext, setContext } from 'svelte';

const KEY = Symbol('kit');
type Told = () => 'rider' | 'car' | undefined;

/** A screen tells what drives in its game. */
export function tellFigure(figure: Told): void {
  setContext(KEY, figure);
}

export function toldFigure(): Told {
  return getContext<Told | undefined>(KEY) ?? (() => undefined);
}
