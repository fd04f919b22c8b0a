/** Applies a patch from the table's `patches.py` to a value. For an object, a patch holds the fields that changed. For
 * a list of objects, it holds each item: as the index of an equal old item, as the index of an old item with its
 * changes, or whole. Anything else is given whole. What has not changed stays the same object. */

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

export function patched(old: unknown, change: unknown): unknown {
  if (isObject(old) && isObject(change)) {
    const fields = Object.entries(change).map(([name, value]) => [name, patched(old[name], value)]);
    return { ...old, ...(Object.fromEntries(fields) as Fields) };
  }
  if (isListOfObjects(old) && Array.isArray(change)) return change.map((item: unknown) => patchedItem(old, item));
  return change;
}

function patchedItem(old: readonly Fields[], item: unknown): unknown {
  if (typeof item === 'number') return old[item];
  if (!Array.isArray(item)) return item;
  const [place, change] = item as [number, unknown];
  return patched(old[place], change);
}
