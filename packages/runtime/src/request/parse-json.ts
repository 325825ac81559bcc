import { type WireProblem, closingQuote, mostBodyValues } from '@orrery/contract';
import { InvalidQuery } from './invalid-query.ts';
import { requestProblem } from './request-problem.ts';

/**
 * A number that a double may not represent: many digits, or an exponent. May also match inside texts, which only costs
 * time.
 */
const mayLoseDigits = /\d[\d.]{15}|\d[eE]/;

/**
 * Parses JSON of a caller. Numbers inside arrays (the values of filters) that a double cannot represent become texts
 * with the original digits.
 *
 * @param refuse builds the problem for text that is not JSON, from the parser's message @throws InvalidQuery
 */
export function parseJson(text: string, refuse: (message: string) => WireProblem): unknown {
  let problems: readonly WireProblem[];
  try {
    problems = inspectJson(text);
    if (problems.length === 0) return mayLoseDigits.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems = [refuse(error.message)];
  }
  throw new InvalidQuery(problems);
}

function keepDigits(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || !Array.isArray(this)) return value;
  return String(value) === context.source ? value : context.source;
}

/** @returns the JSON of a body, `{}` where there is none; @throws InvalidQuery */
export function parseBody(body: Buffer): unknown {
  // Decoded at once: a text built from pieces is a rope, and scanning ten megabytes of one takes a second.
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  return parseJson(text, (message) => requestProblem('request.not-json', `SyntaxError: ${message}`));
}

/** Parses a query that is JSON in a text. @throws InvalidQuery */
export function parseQueryText(text: string): unknown {
  return parseJson(text, (message) =>
    requestProblem('request.not-json', `Unable to decode query param as JSON, error: ${message}`),
  );
}

/** Deeper than any query: an `or` in an `and` takes four levels. */
const maxJsonDepth = 64;

const tooDeep = requestProblem('request.too-deep', `Invalid query format: nested deeper than ${maxJsonDepth} levels`);

const tooManyValues = requestProblem(
  'request.too-many-values',
  `Invalid query format: more than ${mostBodyValues} values`,
);

const quote = 0x22;

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
        if (++items >= mostBodyValues) return [...problems, tooManyValues];
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

function decodeKey(text: string, opening: number, closing: number): string {
  const key = text.slice(opening + 1, closing);
  return key.includes('\\') ? String(JSON.parse(text.slice(opening, closing + 1))) : key;
}
