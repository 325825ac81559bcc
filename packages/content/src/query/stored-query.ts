import { InvalidQuery, parseQueryText, type QueryRequest, readRequest, requestProblem } from '@orrery/runtime';

/**
 * The query that content keeps as a text. What is kept is the text itself: digits and keys stay as they were sent.
 *
 * @throws InvalidQuery for what is no JSON object, and with everything that is wrong with its shape
 */
export function readStoredQuery(text: string): QueryRequest {
  const query = parseQueryText(text);
  if (typeof query === 'object' && query !== null && !Array.isArray(query)) return readRequest({ query }, false);
  throw new InvalidQuery([requestProblem('request.wrong-type', 'A stored query is a JSON object')]);
}
