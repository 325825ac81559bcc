import type { NumberCheck } from './numbers/check-numbers.ts';
import { safeText } from './safe-text.ts';

type Check = Pick<NumberCheck, 'unconfirmed' | 'statedIn'>;

const numberWords =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred';
/** The text that a turn has shown; that of each call of the model is a paragraph. */
interface MainText {
  hasText: boolean;
}

/** Longer ones wait for the end of the call, so that they are not searched with every piece. */
const longestSentence = 8_000;

/** The characters and words that may be a number, or the beginning of one. */
const risky = new RegExp(`\\p{N}|&|\\b(?:${numberWords})\\b`, 'iu');

/**
 * Shows the text of a model call while it arrives. Words pass at once; a sentence with numbers waits until it is whole,
 * and passes when they are confirmed. From the first sentence on that is not, all waits for the end of the call.
 */
export class TextGate {
  readonly #check: Check;
  readonly #main: MainText;
  readonly #stated: ReturnType<Check['statedIn']>[number][] = [];
  #pending = '';
  /** The text already shown of the unfinished sentence. */
  #before = '';
  #isClosed = false;
  #isBegun = false;

  constructor(check: Check, main: MainText) {
    this.#check = check;
    this.#main = main;
  }

  /** @returns what may be shown now */
  add(piece: string): string {
    this.#pending += piece;
    let shown = '';
    for (;;) {
      const passing = this.#isClosed ? '' : this.#passing();
      if (passing === '') return this.#show(shown);
      shown += passing;
      this.#pending = this.#pending.slice(passing.length);
      this.#before = afterLastSentence(this.#before + passing);
    }
  }

  /** @returns what still waits, if its numbers are confirmed; the rest is never shown */
  confirmedRest(): string {
    return this.#check.unconfirmed(this.#before + this.#pending, this.#stated).length > 0 ? '' : this.rest();
  }

  /** @param end what is shown behind it. @returns what still waits */
  rest(end = ''): string {
    const rest = this.#pending + end;
    this.#pending = '';
    return this.#show(rest);
  }

  #show(text: string): string {
    if (text === '') return '';
    const prefix = this.#main.hasText && !this.#isBegun ? '\n\n' : '';
    this.#isBegun = true;
    this.#main.hasText = true;
    return prefix + safeText(text);
  }

  #passing(): string {
    const words = this.#pending.slice(0, this.#pending.search(/\s\S*$/) + 1);
    const isInFence = hasOpenFence(this.#before + words);
    if (!isInFence && !risky.test(words)) return words;
    const end = endOfSentence(this.#pending);
    if (end === 0) {
      this.#isClosed = this.#pending.length > longestSentence;
      return '';
    }
    const sentence = this.#pending.slice(0, end);
    const whole = this.#before + sentence;
    if (this.#check.unconfirmed(whole, this.#stated).length > 0) {
      this.#isClosed = true;
      return '';
    }
    this.#stated.push(...this.#check.statedIn(whole).slice(0, 60));
    return sentence;
  }
}

/** A block of code that is open is kept whole. */
function afterLastSentence(text: string): string {
  let from = 0;
  for (let end = endOfSentence(text); end > 0; end = endOfSentence(text.slice(from))) from += end;
  return text.slice(from).slice(-longestSentence);
}

const hasOpenFence = (text: string) => text.split('```').length % 2 === 0;

/** Position behind the first sentence or line; a block of code is one. */
function endOfSentence(text: string): number {
  for (const { index, 0: found } of text.matchAll(/[.!?。！？](?=\s)|\n/g)) {
    const end = index + found.length;
    if (!hasOpenFence(text.slice(0, end))) return end;
  }
  return 0;
}
