/** Places the captions of the strip, each as near to its group's place on the profile as the others allow. */

interface Caption {
  /** The wanted place of its middle, in pixels. */
  at: number;
  width: number;
}

/** Left edges for captions, from the head of the race back. They never overlap, and fit the width if possible. */
export function placeCaptions(captions: readonly Caption[], width: number, space: number): number[] {
  const left: number[] = [];
  let limit = width;
  for (const caption of captions) {
    const edge = Math.min(caption.at - caption.width / 2, limit - caption.width);
    left.push(edge);
    limit = edge - space;
  }
  let floor = 0;
  for (let i = captions.length - 1; i >= 0; i--) {
    if (left[i]! < floor) left[i] = floor;
    floor = left[i]! + captions[i]!.width + space;
  }
  return left;
}

/** Items grouped by what they share, such as the square where choices end. Items without a key are left out. */
export function groupBy<T>(
  items: readonly T[],
  key: (item: T) => string | number | undefined,
): Map<string | number, T[]> {
  const found = new Map<string | number, T[]>();
  for (const item of items) {
    const k = key(item);
    if (k === undefined || k === '') continue;
    const list = found.get(k);
    if (list) list.push(item);
    else found.set(k, [item]);
  }
  return found;
}
