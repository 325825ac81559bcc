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

/** A query of a report. */
export interface StoredQuery {
  /** The field of the report that holds it. */
  readonly field: 'jsonQuery' | 'sqlQuery';
  readonly text: string;
}

/** Fields of a report, each of which may hold a query. */
export interface StoredTexts {
  readonly jsonQuery?: string | null | undefined;
  readonly sqlQuery?: string | null | undefined;
}

/** Every query of a report. */
export function storedQueries({ jsonQuery, sqlQuery }: StoredTexts): readonly StoredQuery[] {
  return [
    ...(typeof jsonQuery === 'string' ? [{ field: 'jsonQuery', text: jsonQuery } as const] : []),
    ...(typeof sqlQuery === 'string' ? [{ field: 'sqlQuery', text: sqlQuery } as const] : []),
  ];
}

/** The one that is run: that in JSON, where there are both. */
export function runQueryOf(texts: StoredTexts): StoredQuery | undefined {
  return storedQueries(texts)[0];
}
