import { fold, keyOf } from '../text/index.ts';
import type { FoundValues } from '../outcome.ts';

/** Results of the host's searches for values, by words and by the definition behind a dimension. */
export class KnownValues {
  readonly #found = new Map<string, string[]>();
  readonly #cut = new Set<string>();

  constructor(found: readonly FoundValues[], targetOfMember: (member: string) => string) {
    for (const { words, member, values, isCut } of found) {
      const key = keyFor(words, targetOfMember(member));
      this.#found.set(key, [...(this.#found.get(key) ?? []), ...values]);
      if (isCut === true) this.#cut.add(key);
    }
  }

  isLookedUp(words: string, target: string): boolean {
    return this.#found.has(keyFor(words, target));
  }

  /** Whether there may be such a value that was not found. */
  isOpen(words: string, target: string): boolean {
    return this.#cut.has(keyFor(words, target)) && this.valuesOf(words, target).length === 0;
  }

  /**
   * Values that are the words, whatever their case and accents; else those that differ in the plural.
   *
   * @param before words that may be a part of the value: those that name its field, as in "Generation Z"
   */
  valuesOf(words: string, target: string, before?: string): readonly string[] {
    const values = [...new Set(this.#found.get(keyFor(words, target)) ?? [])];
    for (const written of before === undefined ? [words] : [words, `${before} ${words}`]) {
      const equal = values.filter((value) => fold(value.trim()) === fold(written.trim()));
      if (equal.length > 0) return equal;
      const key = keyOf(written);
      const alike = key === '' ? [] : values.filter((value) => keyOf(value) === key);
      if (alike.length > 0) return alike;
    }
    return [];
  }
}

function keyFor(words: string, target: string): string {
  return JSON.stringify([fold(words.trim()), target]);
}
