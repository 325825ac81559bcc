import { InvalidQuery, parseQueryText, type QueryRequest, readRequest, requestProblem } from '@orrery/runtime';

/**
 * Parses a stored query. The store keeps the text itself, so digits and keys stay unchanged.
 *
 * @throws InvalidQuery for a text that is not a JSON object, or with every problem of its shape
 */
export function readStoredQuery(text: string): QueryRequest {
  const query = parseQueryText(text);
  if (typeof query === 'object' && query !== null && !Array.isArray(query)) return readRequest({ query }, false);
  throw new InvalidQuery([requestProblem('request.wrong-type', 'A stored query is a JSON object')]);
}
