/** What shows a team's colours: a jersey, or a car in a game of cars. */

import { getContext, setContext } from 'svelte';

const KEY = Symbol('figure');
type Told = () => 'rider' | 'car' | undefined;

/** A screen calls this to tell the components inside it what moves in its game. */
export function tellFigure(figure: Told): void {
  setContext(KEY, figure);
}

export function toldFigure(): Told {
  return getContext<Told | undefined>(KEY) ?? (() => undefined);
}
