import type { WireProblem } from '@orrery/contract';
import { InvalidQuery } from './invalid-query.ts';
import { inspectJson } from './inspect-json.ts';

/** A number a double may not hold: many digits, or an exponent. Also met inside of texts, which costs time only. */
const mayLoseDigits = /\d[\d.]{15}|\d[eE]/;

/**
 * Reads JSON of a caller. Numbers inside of arrays (the values of filters) that a double cannot hold arrive as text
 * with the digits as written.
 *
 * @param refuse words the error of text that is not JSON, from the parser's message
 * @throws InvalidQuery
 */
export function parseJson(text: string, refuse: (message: string) => WireProblem): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidQuery([refuse(error instanceof Error ? error.message : String(error))]);
  }
  const problems = inspectJson(text);
  if (problems.length > 0) throw new InvalidQuery(problems);
  return mayLoseDigits.test(text) ? JSON.parse(text, keepDigits) : value;
}

function keepDigits(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || !Array.isArray(this)) return value;
  return String(value) === context.source ? value : context.source;
}
