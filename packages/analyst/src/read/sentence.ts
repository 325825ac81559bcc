import type { FoundName, NameEntry, NameIndex } from '../names/index.ts';
import { type Calendar, countOf, type FoundPeriod, readPeriod } from '../period/index.ts';
import type { QuestionToken } from '../text/index.ts';
import {
  ascendingWords,
  descendingWords,
  glue,
  grains,
  type PhraseMeaning,
  phrases,
  references,
  refused,
} from './known-words.ts';
import type { Mention, Rank, ValueWords } from './reading.ts';
import { truths } from './truths.ts';

/** Bound on phrases of known words. */
const mostPhraseWords = 4;
/** A value of more words has to stand in quotes. */
const mostValueWords = 4;
const defaultTop = 10;

/** The words of a question, and what may begin at each of them. Knows nothing of the words before. */
export class Sentence {
  readonly question: string;
  readonly tokens: readonly QuestionToken[];
  readonly index: NameIndex;
  readonly #calendar: Calendar;

  constructor(question: string, tokens: readonly QuestionToken[], index: NameIndex, calendar: Calendar) {
    this.question = question;
    this.tokens = tokens;
    this.index = index;
    this.#calendar = calendar;
  }

  nameAt(at: number): FoundName | undefined {
    return this.index.longestAt(this.tokens, at);
  }

  periodAt(at: number): FoundPeriod | undefined {
    return readPeriod(this.tokens, at, this.#calendar);
  }

  phraseAt(at: number): { readonly meaning: PhraseMeaning; readonly length: number } | undefined {
    for (let length = mostPhraseWords; length > 0; length -= 1) {
      const words = this.tokens.slice(at, at + length);
      if (words.length < length) continue;
      const meaning = phrases.get(words.map(({ folded }) => folded).join(' '));
      if (meaning) return { meaning, length };
    }
    const token = this.tokens[at];
    if (token?.text === '&' || token?.text === ',') return { meaning: { is: 'joint', adds: true }, length: 1 };
    return undefined;
  }

  /** `top 5`, `5 largest`, `the highest`. */
  rankAt(at: number): (Rank & { readonly length: number }) | undefined {
    const [first, second] = [this.tokens[at], this.tokens[at + 1]];
    const word = first?.folded ?? '';
    if (word === 'top' || word === 'bottom') {
      const count = second && countOf(second.folded);
      const isSaid = count !== undefined && count > 0;
      return {
        descending: word === 'top',
        limit: isSaid ? count : defaultTop,
        words: this.words(at, isSaid ? 2 : 1),
        length: isSaid ? 2 : 1,
      };
    }
    const count = first && countOf(word);
    const isCounted = count !== undefined && count > 0;
    const adjective = isCounted ? (second?.folded ?? '') : word;
    const descending = descendingWords.has(adjective);
    if (!descending && !ascendingWords.has(adjective)) return undefined;
    const length = isCounted ? 2 : 1;
    return { descending, ...(isCounted ? { limit: count } : {}), words: this.words(at, length), length };
  }

  precededBy(before: number, ...words: readonly string[]): boolean {
    for (let at = before - 1; at >= 0 && at >= before - 12; at -= 1) {
      if (words.includes(this.tokens[at]?.folded ?? '')) return true;
    }
    return false;
  }

  /** A number right after a dimension, `yes` after one of yes and no. */
  isTypedValue({ entries }: Mention, token: QuestionToken | undefined): boolean {
    const isTruth = entries.every(({ type }) => type === 'boolean') && truths.has(token?.folded ?? '');
    return token?.kind === 'number' || isTruth;
  }

  /** @param isCertain whether names and known words are values, too */
  valueAt(at: number, isCertain: boolean): { readonly value: ValueWords; readonly length: number } | undefined {
    const first = this.tokens[at];
    if (!first) return undefined;
    if (first.kind === 'quoted') return { value: this.valueWords(at, 1), length: 1 };
    if (first.kind === 'sign') return undefined;
    if (refused.has(first.folded) && !isCertain) return undefined;
    const isDenied = refused.has(first.folded) && refused.get(first.folded) === refused.get('not');
    if (isDenied && !(isCertain && truths.has(first.folded))) return undefined;
    let length = 0;
    while (length < mostValueWords && this.#isWordOfValue(at + length, isCertain && length === 0)) length += 1;
    return length === 0 ? undefined : { value: this.valueWords(at, length), length };
  }

  #isWordOfValue(at: number, isCertain: boolean): boolean {
    const token = this.tokens[at];
    if (!token || token.kind === 'sign' || token.kind === 'quoted' || token.kind === 'date') return false;
    if (this.#isConnector(token.folded)) return false;
    if (isCertain) return true;
    if (this.periodAt(at) || this.rankAt(at)) return false;
    const name = this.nameAt(at);
    if (name) return name.entries.every(({ kind }) => kind === 'segment');
    return !this.#isKnown(at);
  }

  #isConnector(word: string): boolean {
    return ['by', 'per', 'in', 'for', 'and', 'or', 'where', 'with', 'each', 'every', 'of', 'from', 'since'].includes(
      word,
    );
  }

  #isKnown(at: number): boolean {
    const token = this.tokens[at];
    if (!token) return true;
    return (
      glue.has(token.folded) ||
      references.has(token.folded) ||
      refused.has(token.folded) ||
      grains.has(token.key) ||
      this.phraseAt(at) !== undefined
    );
  }

  valueWords(at: number, length: number): ValueWords {
    const [first, last] = [this.tokens[at], this.tokens[at + length - 1]];
    const isExact = first?.kind === 'quoted';
    const place: readonly [number, number] = [first?.start ?? 0, last?.end ?? 0];
    return { words: isExact ? first.text : this.question.slice(...place), isExact, place };
  }

  mention(at: number, length: number, entries: readonly NameEntry[]): Mention {
    const [first, last] = [this.tokens[at], this.tokens[at + length - 1]];
    const place: readonly [number, number] = [first?.start ?? 0, last?.end ?? 0];
    return { words: this.question.slice(...place), entries, place };
  }

  words(at: number, length: number): string {
    return this.tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ');
  }
}
