import type { Operation } from './operation.ts';

/** Statuses that any request may be refused with. */
const always = [401, 403, 429, 500, 503];

/**
 * The statuses of the errors that an operation answers with. Clients get no other, except for requests that reach no
 * operation: 404 for an unknown address, 405 for another method.
 */
export function refusalStatusesOf(operation: Operation): readonly number[] {
  const { path, method, tag, takes, query, archive, mayConflict, mayMiss } = operation;
  const hasBody = operation.body !== undefined || operation.reads !== undefined || archive !== undefined;
  const isOfPath = path.includes(':');
  // Identity providers say which version of a resource they change.
  const hasVersion = tag === 'SCIM' && isOfPath && method !== 'GET' && method !== 'POST';
  const isOfScim = tag === 'SCIM';
  const isOfData = tag === 'Data';
  const may = [
    ...(hasBody || query || isOfPath || isOfScim || isOfData ? [400] : []),
    ...(isOfPath || mayMiss || isOfData ? [404] : []),
    ...(mayConflict || takes.isChanging ? [409] : []),
    ...(hasVersion ? [412] : []),
    ...(hasBody ? [413, 415] : []),
  ];
  return [...may, ...always].toSorted((one, other) => one - other);
}
