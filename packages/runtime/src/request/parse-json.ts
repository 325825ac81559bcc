import type { WireProblem } from '@orrery/contract';
import { InvalidQuery } from './invalid-query.ts';
import { inspectJson } from './inspect-json.ts';

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
