/** @throws when the item is missing, which is a bug of ours: two lists of one plan do not match */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item at ${index} of ${items.length}`);
  return item;
}
