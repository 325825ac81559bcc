const maxValues = 100_000;

/**
 * Copies a value as a tree of plain values, or `undefined` if anchors make it endless or too large to send anywhere.
 */
export function plainData(value: unknown): unknown {
  let left = maxValues;
  const copy = (item: unknown, depth: number): unknown => {
    if (--left < 0 || depth > 100) throw new RangeError('too many values');
    if (Array.isArray(item)) return item.map((one) => copy(one, depth + 1));
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, copy(one, depth + 1)]));
  };
  try {
    return copy(value, 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
