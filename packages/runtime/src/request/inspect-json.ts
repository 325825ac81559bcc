import type { WireProblem } from '@orrery/contract';
import { requestProblem } from './request-problem.ts';

/** Deeper than any query: an `or` in an `and` takes four levels. */
const maxJsonDepth = 64;

/** Bound on commas in one request, before it is parsed. Queries have an even lower bound on values. */
const maxJsonItems = 50_000;

const tooDeep = requestProblem('request.too-deep', `Invalid query format: nested deeper than ${maxJsonDepth} levels`);

const tooManyValues = requestProblem(
  'request.too-many-values',
  `Invalid query format: more than ${maxJsonItems} values`,
);

const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds what `JSON.parse` accepts: keys given twice in one object (the last would win silently), `__proto__`, and
 * nesting and item counts beyond the bounds, at which it stops.
 *
 * @param text probably JSON; `JSON.parse` reports it if not @throws SyntaxError for a key that is not JSON text
 */
export function inspectJson(text: string): readonly WireProblem[] {
  const problems: WireProblem[] = [];
  /** Keys seen in each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  let items = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = closingQuote(text, at);
        const keys = expectsKey ? open.at(-1) : null;
        if (keys) inspectKey(decodeKey(text, at, end), keys, problems);
        at = end;
        break;
      }
      case 0x7b: // {
        if (open.push(new Set()) > maxJsonDepth) return [...problems, tooDeep];
        expectsKey = true;
        break;
      case 0x5b: // [
        if (open.push(null) > maxJsonDepth) return [...problems, tooDeep];
        expectsKey = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        expectsKey = false;
        break;
      case 0x2c: // ,
        expectsKey = Boolean(open.at(-1));
        if (++items >= maxJsonItems) return [...problems, tooManyValues];
        break;
      case 0x3a: // :
        expectsKey = false;
        break;
    }
  }
  return problems;
}

function inspectKey(key: string, keys: Set<string>, problems: WireProblem[]): void {
  if (key === '__proto__') {
    problems.push(
      requestProblem('request.unknown-key', 'Invalid query format: "__proto__" is not allowed', { path: key }),
    );
  } else if (keys.has(key)) {
    const message = `Invalid query format: ${JSON.stringify(key)} is given more than once`;
    problems.push(requestProblem('request.duplicate-key', message, { path: key }));
  }
  keys.add(key);
}

function closingQuote(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function decodeKey(text: string, opening: number, closing: number): string {
  const key = text.slice(opening + 1, closing);
  return key.includes('\\') ? String(JSON.parse(text.slice(opening, closing + 1))) : key;
}
