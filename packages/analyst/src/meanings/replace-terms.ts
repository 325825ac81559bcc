import { keyOf, type QuestionToken, tokensOf } from '../text/index.ts';
import type { Meaning } from './meaning.ts';

export interface Replaced {
  readonly question: string;
  /** The meanings that were used, in the order of the question, each once. */
  readonly used: readonly Meaning[];
  /** Meanings of one term that say different things; the question has none of them in its place. */
  readonly contradicting?: readonly Meaning[];
}

interface TermMatch {
  /** Tokens, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly meanings: readonly Meaning[];
}

/** Puts what terms mean in their place; the longest term at each word wins. `undefined` where none of them stands. */
export function replaceTerms(question: string, meanings: readonly Meaning[]): Replaced | undefined {
  const byTerm = [...Map.groupBy(meanings, ({ term }) => keyOf(term))].flatMap(([key, group]) => {
    const words = tokensOf(group[0]?.term ?? '').filter(({ kind }) => kind !== 'sign');
    return key === '' ? [] : [{ keys: words.map((word) => word.key), meanings: group }];
  });
  const terms = byTerm.toSorted((a, b) => b.keys.length - a.keys.length);
  const tokens = tokensOf(question);
  const found: TermMatch[] = [];
  for (let at = 0; at < tokens.length; ) {
    const term = terms.find(({ keys }) => keys.every((key, index) => isWord(tokens[at + index], key)));
    if (term) found.push({ from: at, to: at + term.keys.length, meanings: term.meanings });
    at += term?.keys.length ?? 1;
  }
  if (found.length === 0) return undefined;
  const contradicting = found.map((each) => each.meanings).find(areDifferent);
  if (contradicting) return { question, used: [], contradicting };
  const used = found.flatMap((each) => each.meanings.slice(0, 1));
  return { question: replaced(question, tokens, found), used: [...new Set(used)] };
}

function isWord(token: QuestionToken | undefined, key: string): boolean {
  return token !== undefined && token.kind !== 'sign' && token.kind !== 'quoted' && token.key === key;
}

function areDifferent(meanings: readonly Meaning[]): boolean {
  return new Set(meanings.map(({ words }) => keyOf(words))).size > 1;
}

function replaced(question: string, tokens: readonly QuestionToken[], found: readonly TermMatch[]): string {
  return found.toReversed().reduce((text, { from, to, meanings }) => {
    const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0];
    return text.slice(0, start) + (meanings[0]?.words ?? '') + text.slice(end);
  }, question);
}

/** Whether a term stands in a question, outside of quotes. */
export function standsIn(term: string, question: string): boolean {
  return replaceTerms(question, [{ term, words: '', source: '' }]) !== undefined;
}
