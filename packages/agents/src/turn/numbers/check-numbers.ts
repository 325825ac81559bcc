import { fall, isComputed, relatedPairs, statedPairs } from './computations.ts';
import { withoutDates } from './dates-in-text.ts';
import {
  askedNumbers,
  type ResultNumber,
  cellsOf,
  countsOf,
  type Evidence,
  isNumeric,
  labelsOf,
  yearsOf,
} from './evidence.ts';
import { normalText } from './normal-text.ts';
import { withoutQuotes } from './quotes-in-text.ts';
import { readNumbers } from './read-numbers.ts';
import { type NumberReading, reading, type WrittenNumber } from './written-number.ts';

/** Bounds the work on one text; what lies behind is not confirmed. */
const mostNumbers = 1_000;

interface NumberInText {
  readonly number: WrittenNumber;
  readonly sentence: string;
  /** The text behind the number. */
  readonly after: string;
}

/**
 * Finds the numbers of a text that the results of its run do not confirm.
 *
 * A number is confirmed when it is one of a result, rounded to the digits that are written; when it is the sum,
 * difference, ratio, growth or share of two such numbers, and its sentence says so; when it counts the rows or values of
 * a result; or when it repeats the period, limit or bound of a query. Dates, ordinals, numbers of lists and names that
 * contain digits are no numbers in this sense, except that a year must be known to the run.
 */
export class NumberCheck {
  readonly #cells: readonly ResultNumber[];
  readonly #counts: ReadonlySet<number>;
  /** Words of the names of columns of numbers: `12 orders` counts no rows where orders are a column. */
  readonly #measured: ReadonlySet<string>;
  readonly #years: ReadonlySet<string>;
  readonly #inQueries: ReadonlySet<number>;
  readonly #asked: ReadonlySet<number>;
  readonly #labels: readonly string[];
  readonly #quotes: NonNullable<Evidence['quotes']>;
  readonly #descriptions: string;
  readonly #related: ReturnType<typeof relatedPairs>;

  constructor(evidence: Evidence) {
    this.#cells = cellsOf(evidence.results);
    this.#related = relatedPairs(this.#cells);
    this.#counts = countsOf(evidence);
    const measured = evidence.results.flatMap(({ columns }) => columns.filter(({ type }) => isNumeric(type)));
    this.#measured = new Set(measured.flatMap(({ name }) => wordsIn(name)));
    this.#years = yearsOf(evidence);
    const { inQueries, asked } = askedNumbers({ ...evidence, question: normalText(evidence.question) });
    this.#inQueries = inQueries;
    this.#asked = asked;
    this.#labels = labelsOf(evidence).map((label) => normalText(label));
    this.#quotes = evidence.quotes ?? [];
    this.#descriptions = evidence.descriptions.map(wordsOf).join(' \n ');
  }

  /** @returns each as written, once. @param before numbers that were stated before the text */
  unconfirmed(text: string, before: readonly ResultNumber[] = []): readonly string[] {
    const years = this.#unknownYears(text);
    const numbers = this.#numbersIn(text);
    const direct = numbers.slice(0, mostNumbers).map((placed) => this.#cellsFor(placed));
    const stated = statedPairs([...before, ...direct.flatMap((cells) => cells.slice(0, 4))]);
    const pairs = [...stated, ...this.#related];
    const words = this.#descriptions === '' ? '' : wordsOf(text);
    const left = numbers.filter((placed, index) => {
      if (index >= mostNumbers) return true;
      if ((direct[index] ?? []).length > 0) return false;
      return !this.#isKnown(placed, words) && !this.#isComputed(placed, pairs);
    });
    return [...new Set([...years, ...left.map(({ number }) => number.text)])];
  }

  /** The numbers of results that a text states. */
  statedIn(text: string): readonly ResultNumber[] {
    return this.#numbersIn(text)
      .slice(0, mostNumbers)
      .flatMap((placed) => this.#cellsFor(placed).slice(0, 4));
  }

  #numbersIn(text: string): readonly NumberInText[] {
    const { text: shown } = withoutDates(this.#withoutNames(prose(normalText(text))));
    const isEnglish =
      /\b(?:the|and|were|was|are|is|of|in|for)\b/i.test(shown) &&
      !/\b(?:der|die|und|les|des|los|las|het)\b/i.test(shown);
    const sentences = sentencesOf(shown);
    let at = 0;
    const numbers = readNumbers(shown, { isEnglish }).toSorted((a, b) => a.start - b.start);
    return numbers.map((number) => {
      while ((sentences[at]?.end ?? Number.POSITIVE_INFINITY) <= number.start) at += 1;
      const after = shown.slice(number.end, number.end + 40);
      return { number, after, sentence: sentences[at]?.text ?? '' };
    });
  }

  /** The numbers of results that a written one is, rounded as it is. A loss is written without a sign where words say it. */
  #cellsFor({ number: { readings, kind, isNegative }, sentence }: NumberInText): readonly ResultNumber[] {
    if (kind === 'points') return [];
    const signs = isNegative ? [-1n] : fall.test(sentence) ? [1n, -1n] : [1n];
    const wanted = readings.flatMap(({ units, scale }) => signs.map((sign) => reading(units * sign, scale)));
    const isCell = (cell: ResultNumber, one: NumberReading) => {
      if (kind !== 'percent') return isRounded(cell, one, 0);
      return (cell.isPercent && isRounded(cell, one, 0)) || (cell.mayBePercent && isRounded(cell, one, 2));
    };
    return this.#cells.filter((cell) => wanted.some((one) => isCell(cell, one)));
  }

  #isKnown({ number, sentence, after }: NumberInText, words: string): boolean {
    const { kind, readings, isNegative, isBare } = number;
    if (isNegative) return false;
    const isIn = (known: ReadonlySet<number>) => readings.some(({ value }) => known.has(value));
    if (kind === 'plain' && isYear(number) && this.#years.has(number.text)) return true;
    if (isBare && (kind === 'plain' || kind === 'rank' || kind === 'duration') && isIn(this.#counts))
      if (
        !wordsIn(after)
          .slice(0, 2)
          .some((word) => this.#measured.has(word))
      )
        return true;
    if ((kind === 'rank' || kind === 'duration') && isIn(this.#asked)) return true;
    if (bounds.test(sentence) && isIn(this.#inQueries)) return true;
    return this.#isQuoted(number, words);
  }

  #isComputed({ number, sentence }: NumberInText, pairs: ReturnType<typeof relatedPairs>): boolean {
    const { kind, readings, isNegative } = number;
    const unit = kind === 'percent' || kind === 'points' ? kind : 'number';
    const saysFall = fall.test(sentence);
    return readings.some((one) => isComputed(one, { unit, isNegative, saysFall }, sentence, pairs));
  }

  /** @param words those of the whole text */
  #isQuoted({ text: written }: WrittenNumber, words: string): boolean {
    const wanted = wordsOf(written).trim();
    for (let at = words.indexOf(` ${wanted} `); at !== -1; at = words.indexOf(` ${wanted} `, at + 1)) {
      const before = words
        .slice(Math.max(0, at - 100), at)
        .split(' ')
        .slice(-2)
        .join(' ');
      const next = at + wanted.length + 2;
      const after = words
        .slice(next, next + 100)
        .split(' ')
        .slice(0, 2)
        .join(' ');
      if (before.trim() === '' || after.trim() === '') continue;
      if (this.#descriptions.includes(` ${before} ${wanted} ${after}`)) return true;
    }
    return false;
  }

  #unknownYears(text: string): readonly string[] {
    const { years } = withoutDates(this.#withoutNames(prose(normalText(text))));
    return years.filter(({ year }) => !this.#years.has(year)).map(({ date }) => date.trim());
  }

  #withoutNames(text: string): string {
    return this.#labels.reduce(withoutLabel, withoutQuotes(text, this.#quotes));
  }
}

/** Blanks a name out where it stands alone: in `12 pieces`, the name `2 pieces` does not count. */
function withoutLabel(text: string, label: string): string {
  return text.replaceAll(label, (found, at: number) => {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + found.length, at + found.length + 2)];
    const isPart = /[\p{L}\p{N}.,]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
    return isPart ? found : ' '.repeat(found.length);
  });
}

/** Lower case, as singulars. */
const wordsIn = (text: string): readonly string[] =>
  (text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/\p{L}+/gu) ?? []).map((word) =>
    word.toLowerCase().replace(/s$/, ''),
  );

/** Words next to a number that repeats a bound of a query. */
const bounds =
  /\b(?:over|above|below|under|at least|at most|more than|less than|fewer than|between|exceed\w*|minimum|maximum|up to|from|filter\w*|where|equals?|greater|limit\w*|[üu]ber|unter|mindestens|h[öo]chstens|zwischen|plus de|moins de|entre|au moins|m[áa]s de|menos de|al menos)\b|[<>≥≤=]/iu;

const isYear = ({ text, readings }: WrittenNumber) =>
  /^(?:19|20)\d{2}$/.test(text) && readings.length === 1 && readings[0]?.scale === 0;

/** Whether a number is written with the digits to which a cell is rounded. @param places the cell is multiplied by ten to that */
function isRounded(cell: ResultNumber, wanted: NumberReading, places: number): boolean {
  const value = places === 0 ? cell.value : cell.value * 10 ** places;
  const half = 0.5 * 10 ** -wanted.scale;
  if (Math.abs(value - wanted.value) > half * 1.001 + Math.abs(value) * 1e-12) return false;
  const scale = Math.max(cell.scale - places, wanted.scale, 0);
  const exact = cell.units * 10n ** BigInt(scale - (cell.scale - places));
  const other = wanted.units * 10n ** BigInt(scale - wanted.scale);
  const unit = 10n ** BigInt(scale - wanted.scale);
  const distance = exact > other ? exact - other : other - exact;
  return distance * 2n <= unit;
}

/** Removes what is no prose: statements in fences, the numbers of lists, addresses and names of members. */
function prose(text: string): string {
  let next = 1; // number of a list
  const blank = (found: string) => found.replaceAll(/[^\n]/g, ' ');
  return text
    .replaceAll(/&#(\d{1,6});/g, (_, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll(/&#x([\da-f]{1,5});/gi, (_, point: string) => String.fromCodePoint(Number.parseInt(point, 16)))
    .replaceAll(/```sql\b[\s\S]*?(?:```|$)/gi, blank)
    .replaceAll(/^([ \t]*(?:>[ \t]*)?)(\d{1,3})[.)](?=\s)/gm, (found, _: string, place: string) => {
      if (Number(place) !== 1 && Number(place) !== next) return found;
      next = Number(place) + 1;
      return blank(found);
    })
    .replaceAll(/[*_~]{2,}|[*~`\\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '');
}

/** Longer ones are no sentences: words far away say nothing of a number. */
const longestSentence = 2_000;

function sentencesOf(text: string): readonly { readonly text: string; readonly end: number }[] {
  const ends = [...text.matchAll(/[.!?。！？](?=\s)|\n/g)].map(({ index }) => index + 1);
  let from = 0;
  return [...ends, text.length].flatMap((end) => {
    const parts: { text: string; end: number }[] = [];
    for (; from < end; from = Math.min(from + longestSentence, end)) {
      const until = Math.min(from + longestSentence, end);
      parts.push({ text: text.slice(from, until), end: until });
    }
    return parts;
  });
}

const wordsOf = (text: string): string =>
  ` ${normalText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.,%$€£-]+|[.,](?=\s|$)/gu, ' ')
    .trim()} `;
