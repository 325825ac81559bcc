/** @throws when there is no such item, which is a bug of ours: two lists of one plan went out of step */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item at ${index} of ${items.length}`);
  return item;
}
