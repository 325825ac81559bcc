import type { Operation } from './operation.ts';

/** Statuses that any request may be refused with: 400 for its host or path, 415 for a body that is compressed. */
const always = [400, 401, 403, 415, 429, 500, 503];

/**
 * The statuses of the errors that an operation answers with. Requests that reach none have others: 404 for an unknown address,
 * 405 for another method.
 */
export function refusalStatusesOf(operation: Operation): readonly number[] {
  const { path, method, tag, takes, mayConflict, mayMiss } = operation;
  const isOfPath = path.includes(':');
  // Bodies that nobody asked for are read as well, up to their bound.
  const mayHaveBody = method !== 'GET' || operation.reads !== undefined;
  // Identity providers say which version of a resource they change.
  const hasVersion = tag === 'SCIM' && isOfPath && method !== 'GET' && method !== 'POST';
  const isOfData = tag === 'Data';
  const may = [
    ...(isOfPath || mayMiss || isOfData ? [404] : []),
    ...(mayConflict || takes.isChanging ? [409] : []),
    ...(hasVersion ? [412] : []),
    ...(mayHaveBody ? [413] : []),
  ];
  return [...may, ...always].toSorted((one, other) => one - other);
}
