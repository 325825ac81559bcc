import { fold, keyOf } from '../text/index.ts';
import type { FoundValues } from '../outcome.ts';

/** What the host found out about values; asked by words and the definition behind a dimension. */
export class KnownValues {
  readonly #found = new Map<string, string[]>();

  constructor(found: readonly FoundValues[], targetOfMember: (member: string) => string) {
    for (const { words, member, values } of found) {
      const key = keyFor(words, targetOfMember(member));
      this.#found.set(key, [...(this.#found.get(key) ?? []), ...values]);
    }
  }

  isLookedUp(words: string, target: string): boolean {
    return this.#found.has(keyFor(words, target));
  }

  /** Values that are the words, whatever their case and accents; else those that differ in the plural. */
  valuesOf(words: string, target: string): readonly string[] {
    const values = [...new Set(this.#found.get(keyFor(words, target)) ?? [])];
    const equal = values.filter((value) => fold(value.trim()) === fold(words.trim()));
    if (equal.length > 0) return equal;
    const key = keyOf(words);
    return key === '' ? [] : values.filter((value) => keyOf(value) === key);
  }
}

function keyFor(words: string, target: string): string {
  return JSON.stringify([fold(words.trim()), target]);
}
