/**
 * Treats names of tables and columns as English words, well enough to see that each row of `categories` is a
 * `category`.
 */

const irregular: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['data', 'data'],
  ['media', 'media'],
  ['news', 'news'],
  ['series', 'series'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['sales', 'sale'],
  ['indices', 'index'],
  ['criteria', 'criterion'],
  ['statuses', 'status'],
  ['bonuses', 'bonus'],
  ['buses', 'bus'],
  ['campuses', 'campus'],
  ['viruses', 'virus'],
  ['analyses', 'analysis'],
]);

/**
 * Returns the singular of the last word of a snake_case name: `order_lines` -> `order_line`. Other names stay as they
 * are.
 */
export function singular(name: string): string {
  const cut = name.lastIndexOf('_') + 1;
  return name.slice(0, cut) + singularWord(name.slice(cut));
}

function singularWord(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 2 && /[^siu]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Whether both name the same kind of thing, in singular or plural. */
export function namesSame(one: string, other: string): boolean {
  return one === other || singular(one) === singular(other);
}
