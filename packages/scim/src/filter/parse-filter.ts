import { ScimError } from '../scim-error.ts';
import { type Comparand, type ScimFilter, type ScimOperator, operators, type PatchPath } from './filter.ts';
import { FilterSyntaxError, readWords, type FilterWord } from './read-words.ts';

const longestFilter = 2_000;
const mostComparisons = 20;
const deepestNesting = 20;

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals: ReadonlyMap<string, Comparand> = new Map<string, Comparand>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** @throws ScimError `invalidFilter`, or `tooMany` for a filter with too many comparisons */
export function parseFilter(text: string): ScimFilter {
  if (text.length > longestFilter) throw tooMuch(`A filter has at most ${longestFilter} characters`);
  return orRefuse('invalidFilter', 'The filter is not valid', () => {
    const reader = new FilterParser(readWords(text));
    const filter = reader.filter();
    reader.end();
    return filter;
  });
}

/** @throws ScimError `invalidPath` */
export function parsePath(text: string): PatchPath {
  if (text.length > longestFilter) throw tooMuch(`A path has at most ${longestFilter} characters`);
  return orRefuse('invalidPath', 'The path is not valid', () => {
    const bracket = text.indexOf('[');
    // Names of an account's own attributes may hold any characters, blanks included.
    if (bracket < 0) return { name: requireName(text.trim()), filter: undefined, sub: undefined };
    const reader = new FilterParser(readWords(text));
    const path = reader.path();
    reader.end();
    return path;
  });
}

function requireName(name: string): string {
  if (name === '' || /["()\]]/.test(name)) throw new FilterSyntaxError('an attribute is missing', 0);
  return name;
}

function orRefuse<T>(scimType: 'invalidFilter' | 'invalidPath', what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FilterSyntaxError) throw ScimError.bad(scimType, `${what}: ${error.message}`);
    throw error;
  }
}

function tooMuch(detail: string): ScimError {
  return ScimError.bad('tooMany', detail);
}

/** Reads tokens from left to right; each method reads the part it is named after. */
class FilterParser {
  readonly #words: readonly FilterWord[];
  #next = 0;
  #comparisons = 0;
  #depth = 0;

  constructor(words: readonly FilterWord[]) {
    this.#words = words;
  }

  filter(): ScimFilter {
    return this.#several('or', () => this.#several('and', () => this.#one()));
  }

  path(): PatchPath {
    const name = this.#name();
    const filter = this.#brackets();
    const sub = this.#subAttribute();
    return { name, filter, sub };
  }

  end(): void {
    if (this.#peek().kind !== 'end') throw this.#unexpected('the end');
  }

  #several(kind: 'and' | 'or', readOne: () => ScimFilter): ScimFilter {
    const first = readOne();
    if (!this.#isKeyword(kind)) return first;
    const filters = [first];
    while (this.#takeKeyword(kind)) filters.push(readOne());
    return { kind, filters };
  }

  #one(): ScimFilter {
    if (this.#peek().kind === '(') return this.#nested('(', ')');
    if (this.#isKeyword('not') && this.#peek(1).kind === '(') {
      this.#next += 1;
      return { kind: 'not', filter: this.#nested('(', ')') };
    }
    return this.#test();
  }

  #test(): ScimFilter {
    const name = this.#name();
    if (this.#peek().kind !== '[') return this.#condition(name);
    const filter = this.#brackets();
    const sub = this.#subAttribute();
    return { kind: 'elements', name, filter, test: sub === undefined ? undefined : this.#condition(sub) };
  }

  #condition(name: string): ScimFilter {
    this.#comparisons += 1;
    if (this.#comparisons > mostComparisons) throw tooMuch(`A filter has at most ${mostComparisons} comparisons`);
    const word = this.#take('word', 'an operator').text.toLowerCase();
    if (word === 'pr') return { kind: 'present', name };
    const operator = operators.find((known) => known === word);
    if (operator) return { kind: 'compare', name, operator, value: this.#value(operator) };
    this.#next -= 1;
    throw this.#unexpected('an operator');
  }

  #value(operator: ScimOperator): Comparand {
    const word = this.#peek();
    this.#next += 1;
    if (word.kind === 'text') return word.text;
    if (word.kind === 'word') {
      const literal = literals.get(word.text.toLowerCase());
      if (literal !== undefined) return literal;
      if (numberPattern.test(word.text)) return Number(word.text);
    }
    this.#next -= 1;
    throw this.#unexpected(`a value after ${operator}`);
  }

  #brackets(): ScimFilter {
    return this.#nested('[', ']');
  }

  #nested(open: '(' | '[', close: ')' | ']'): ScimFilter {
    this.#depth += 1;
    if (this.#depth > deepestNesting) throw tooMuch(`A filter nests at most ${deepestNesting} deep`);
    this.#take(open, `'${open}'`);
    const filter = this.filter();
    this.#take(close, `'${close}'`);
    this.#depth -= 1;
    return filter;
  }

  /** Reads `.value` after a closing bracket. */
  #subAttribute(): string | undefined {
    const { kind, text, at } = this.#peek();
    const isAttached = this.#words[this.#next - 1]?.at === at - 1;
    if (kind !== 'word' || !text.startsWith('.') || !isAttached) return undefined;
    this.#next += 1;
    if (text.length > 1) return text.slice(1);
    this.#next -= 1;
    throw this.#unexpected('a sub-attribute');
  }

  #name(): string {
    return this.#take('word', 'an attribute').text;
  }

  #isKeyword(keyword: string): boolean {
    const { kind, text } = this.#peek();
    return kind === 'word' && text.toLowerCase() === keyword;
  }

  #takeKeyword(keyword: string): boolean {
    const is = this.#isKeyword(keyword);
    if (is) this.#next += 1;
    return is;
  }

  #take(kind: FilterWord['kind'], what: string): FilterWord {
    const word = this.#peek();
    if (word.kind !== kind) throw this.#unexpected(what);
    this.#next += 1;
    return word;
  }

  #peek(ahead = 0): FilterWord {
    // The last token marks the end of the text; no read goes past it.
    return this.#words[Math.min(this.#next + ahead, this.#words.length - 1)] as FilterWord;
  }

  #unexpected(what: string): FilterSyntaxError {
    return new FilterSyntaxError(`${what} is missing`, this.#peek().at);
  }
}
