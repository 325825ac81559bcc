import type { JsonObject } from '@orrery/kernel';
import { InvalidQuery, parseQueryText, requestProblem } from '@orrery/runtime';
import type { GraphqlRequest } from './graphql-messages.ts';

/**
 * Reads the parameters of GraphQL over HTTP. `extensions` is allowed and has no meaning here.
 *
 * @param given the body of a POST, the query string of a GET, in which objects are texts of JSON @throws InvalidQuery
 */
export function readGraphqlRequest(given: JsonObject, isText: boolean): GraphqlRequest {
  const { query, operationName } = given;
  if (typeof query !== 'string' || query === '') {
    const isMissing = query === undefined || query === null || query === '';
    throw isMissing ? wrong('request.query-required', 'query', 'is required') : wrongType('query', 'a text');
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw wrongType('operationName', 'a text');
  }
  objectIn(given, 'extensions', isText);
  return { query, variables: objectIn(given, 'variables', isText) ?? {}, operationName: operationName || undefined };
}

function objectIn(given: JsonObject, name: string, isText: boolean): JsonObject | undefined {
  const value = given[name];
  if (value === undefined || value === null || (isText && value === '')) return undefined;
  const read = isText && typeof value === 'string' ? parseQueryText(value) : value;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw wrongType(name, 'an object');
  return read as JsonObject;
}

function wrongType(path: string, expected: string): InvalidQuery {
  return wrong('request.wrong-type', path, `must be ${expected}`);
}

function wrong(code: 'request.query-required' | 'request.wrong-type', path: string, sentence: string): InvalidQuery {
  return new InvalidQuery([requestProblem(code, `"${path}" ${sentence}`, { path })]);
}
