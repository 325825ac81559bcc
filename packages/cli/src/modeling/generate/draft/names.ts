/** Longer names are cut, because they appear in every query. Aliases of engines have their own limits. */
const maxLength = 100;

/** Letters that do not decompose into a plain letter and a mark. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/**
 * Converts a name of the source into a name of the model: snake_case, ASCII. `OrderID` -> `order_id`, `Größe (cm)` ->
 * `grosse_cm`.
 *
 * @param fallback for a name without any letter or digit that can be written
 */
export function snakeName(source: string, fallback: string): string {
  const words = source
    .replaceAll(/([\p{Lu}\d])(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => letters.get(letter) ?? '_')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = (words === '' ? fallback : words).slice(0, maxLength);
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Returns a title from the source's name; `undefined` when the title derived from the model's name is the same. */
export function titleOfSource(source: string): string | undefined {
  return /^[\w .-]*$/.test(source) && /[a-z]/i.test(source)
    ? undefined
    : source.replaceAll(/\s+/g, ' ').trim() || undefined;
}

/** A set of names in which each is used once. */
export class NameSpace {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Takes the first free name of the wishes, else the last one with a number appended. */
  take(...wishes: readonly [string, ...string[]]): string {
    const free = wishes.find((name) => !this.#taken.has(name)) ?? this.#numbered(wishes.at(-1) ?? wishes[0]);
    this.#taken.add(free);
    return free;
  }

  #numbered(name: string): string {
    for (let count = 2; ; count += 1) {
      const numbered = `${name}_${count}`;
      if (!this.#taken.has(numbered)) return numbered;
    }
  }
}
