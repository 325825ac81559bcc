import { parseJson } from './parse-json.ts';
import { requestProblem } from './request-problem.ts';

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
