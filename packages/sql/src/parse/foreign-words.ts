import { tokensOf, withBlanks } from './tokens.ts';

const words = /\b(?:current_(?:date|time|timestamp|user|role|catalog)|local(?:time|timestamp)|session_user)\s*\(\s*\)/i;
const names: ReadonlySet<string> = new Set([
  'current_date',
  'current_time',
  'current_timestamp',
  'current_user',
  'current_role',
  'current_catalog',
  'localtime',
  'localtimestamp',
  'session_user',
]);

const approximate = /\bapproximate\s+count\s*\(/i;

/**
 * A text in PostgreSQL's grammar: without the empty parentheses of `CURRENT_DATE()`, and without the word of
 * `APPROXIMATE COUNT(DISTINCT x)`, whose answer may be exact. All places stay.
 */
export function asPostgresWrites(text: string): string {
  return withoutApproximate(withoutEmptyCalls(text));
}

function withoutApproximate(text: string): string {
  if (!approximate.test(text)) return text;
  const tokens = tokensOf(text);
  const words = tokens.filter(
    ({ text: word }, index) =>
      word === 'approximate' &&
      tokens[index + 1]?.text === 'count' &&
      tokens[index + 2]?.text === '(' &&
      tokens[index + 3]?.text === 'distinct',
  );
  return withBlanks(text, words);
}

/** `CURRENT_DATE()`, as tools write it, without its parentheses, which PostgreSQL does not take; all places stay. */
function withoutEmptyCalls(text: string): string {
  if (!words.test(text)) return text;
  const tokens = tokensOf(text);
  const brackets = tokens.flatMap((token, index) => {
    const [open, close] = [tokens[index + 1], tokens[index + 2]];
    return names.has(token.text) && open?.text === '(' && close?.text === ')' ? [open, close] : [];
  });
  return withBlanks(text, brackets);
}
