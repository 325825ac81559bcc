import { tokensOf } from './tokens.ts';

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
  let changed = text;
  const tokens = tokensOf(text);
  for (const [index, { text: word, at, end }] of tokens.entries()) {
    if (word !== 'approximate' || tokens[index + 1]?.text !== 'count' || tokens[index + 2]?.text !== '(') continue;
    if (tokens[index + 3]?.text === 'distinct')
      changed = `${changed.slice(0, at)}${' '.repeat(end - at)}${changed.slice(end)}`;
  }
  return changed;
}

/** `CURRENT_DATE()`, as tools write it, without its parentheses, which PostgreSQL does not take; all places stay. */
function withoutEmptyCalls(text: string): string {
  if (!words.test(text)) return text;
  let changed = text;
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    const [open, close] = [tokens[index + 1], tokens[index + 2]];
    if (!names.has(token.text) || !open || !close) continue;
    if (text.slice(open.at, open.end) !== '(' || text.slice(close.at, close.end) !== ')') continue;
    changed = `${changed.slice(0, open.at)} ${changed.slice(open.end, close.at)} ${changed.slice(close.end)}`;
  }
  return changed;
}
