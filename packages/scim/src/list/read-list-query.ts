import { type ScimFilter, parseFilter } from '../filter/index.ts';
import { fieldOf, isJsonObject, readSelection, requireObject, type Selection } from '../resource/index.ts';
import { ScimError } from '../scim-error.ts';
import { type PageRange, readPage } from './read-page.ts';

/** A search request whose names are not resolved yet. */
export interface ListQuery extends PageRange {
  readonly filter: ScimFilter | undefined;
  readonly sortBy: unknown;
  readonly sortOrder: unknown;
  readonly selection: Selection;
}

type ParameterReader = (name: string) => unknown;

/** Reads a search from a query string. @throws ScimError */
export function readListQuery(query: unknown): ListQuery {
  return readWith(parametersIn(query));
}

/** Reads a search from the body of `.search`. @throws ScimError */
export function readSearchRequest(body: unknown): ListQuery {
  const object = requireObject(body);
  return readWith((name) => fieldOf(object, name) ?? undefined);
}

/** Reads which attributes the answer for a single resource holds. @throws ScimError */
export function readSelectionOf(query: unknown): Selection {
  return selectionFrom(parametersIn(query));
}

function parametersIn(query: unknown): ParameterReader {
  const parameters = isJsonObject(query) ? query : {};
  return (name) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined);
}

function readWith(read: ParameterReader): ListQuery {
  return {
    ...readPage(read('startIndex'), read('count')),
    filter: readFilter(read('filter')),
    sortBy: read('sortBy'),
    sortOrder: read('sortOrder'),
    selection: selectionFrom(read),
  };
}

function readFilter(given: unknown): ScimFilter | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return parseFilter(given);
  throw ScimError.bad('invalidFilter', "'filter' must be one text");
}

function selectionFrom(read: ParameterReader): Selection {
  return readSelection(readNames(read, 'attributes'), readNames(read, 'excludedAttributes'));
}

function readNames(read: ParameterReader, name: string): readonly string[] {
  const given = read(name);
  if (given === undefined) return [];
  const names = Array.isArray(given) ? given : [given];
  if (names.every((one): one is string => typeof one === 'string')) return names;
  throw ScimError.bad('invalidValue', `'${name}' must be names of attributes`);
}
