const smallWords = new Set(
  'a an the and or nor so but to of at by from into on onto off out in over with for'.split(' '),
);

/** Derives a title for a name without one: `created_at` -> `Created at`, `userId` -> `User ID`, `sku` -> `Sku`. */
export function titleOf(name: string): string {
  const known = titles.get(name);
  if (known !== undefined) return known;
  return name
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split('_')
    .filter((word) => word !== '')
    .map((word, index) => capitalise(word.toLowerCase(), index === 0))
    .join(' ');
}

/** Titles of names that nearly every cube has. */
const titles: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['count', 'Count'],
]);

function capitalise(word: string, isFirst: boolean): string {
  if (word === 'id') return 'ID';
  if (word === 'ids') return 'IDs';
  if (!isFirst && smallWords.has(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
