import type { Fragment, MemberId } from '../model.ts';

/** Numbers, words, operators and brackets; the section sign replaces a measure. */
const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|([-+*/(),§]))/y;

/** Value of a part of an expression: a number, or a sum of measures each multiplied by a number. */
type LinearPart = { readonly kind: 'number'; readonly isZero: boolean } | { readonly kind: 'linear' };

/**
 * Whether an expression is a sum of measures, each multiplied by a number: then adding up its values equals evaluating
 * it on the added measures. `COALESCE(..., 0)` around one does not change that. Returns false when in doubt.
 *
 * @param isAdditive whether the values of a measure add up
 */
export function isSumOfMeasures({ parts }: Fragment, isAdditive: (measure: MemberId) => boolean): boolean {
  const named: MemberId[] = [];
  const text = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'member') named.push(part.member);
    return part.kind === 'member' ? '§' : '?';
  });
  const tokens = tokensOf(text.join(''));
  return tokens !== undefined && new LinearSqlParser(tokens).whole()?.kind === 'linear' && named.every(isAdditive);
}

function tokensOf(text: string): readonly string[] | undefined {
  const found: string[] = [];
  const trimmed = text.trim();
  token.lastIndex = 0;
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed);
    if (!match) return undefined;
    found.push((match[1] ?? match[2] ?? match[3] ?? '').toLowerCase());
  }
  return found;
}

class LinearSqlParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): LinearPart | undefined {
    const read = this.#sum();
    return this.#at === this.#tokens.length ? read : undefined;
  }

  #sum(): LinearPart | undefined {
    let sum = this.#product();
    while (sum && (this.#take('+') || this.#take('-'))) {
      const next = this.#product();
      sum = next && added(sum, next);
    }
    return sum;
  }

  #product(): LinearPart | undefined {
    let product = this.#factor();
    for (;;) {
      const isDivided = this.#take('/');
      if (!product || (!isDivided && !this.#take('*'))) return product;
      const next = this.#factor();
      const [ofMeasures] = next ? [product, next].filter(({ kind }) => kind === 'linear') : [];
      // Engines round quotients, those of whole numbers to whole ones, and rounded values no longer add up.
      if (!next || (isDivided && ofMeasures)) return undefined;
      if (product.kind === 'linear' && next.kind === 'linear') return undefined;
      product = product.kind === 'linear' ? product : next.kind === 'linear' ? next : { kind: 'number', isZero: false };
    }
  }

  #factor(): LinearPart | undefined {
    if (this.#take('-') || this.#take('+')) return this.#factor();
    if (this.#take('§')) return { kind: 'linear' };
    if (this.#take('(')) {
      const inner = this.#sum();
      return this.#take(')') ? inner : undefined;
    }
    if (this.#take('coalesce')) return this.#coalesce();
    const text = this.#tokens[this.#at] ?? '';
    if (!/^\d/.test(text)) return undefined;
    this.#at++;
    return { kind: 'number', isZero: Number(text) === 0 };
  }

  #coalesce(): LinearPart | undefined {
    if (!this.#take('(')) return undefined;
    const value = this.#sum();
    const instead = this.#take(',') ? this.#sum() : undefined;
    const isZero = instead?.kind === 'number' && instead.isZero;
    return this.#take(')') && value?.kind === 'linear' && isZero ? value : undefined;
  }

  #take(text: string): boolean {
    if (this.#tokens[this.#at] !== text) return false;
    this.#at++;
    return true;
  }
}

/** A number added to the whole is not added to each part. */
function added(one: LinearPart, other: LinearPart): LinearPart | undefined {
  if (one.kind === other.kind) return one.kind === 'linear' ? one : { kind: 'number', isZero: false };
  const added = one.kind === 'number' ? one : other;
  return added.kind === 'number' && added.isZero ? { kind: 'linear' } : undefined;
}
