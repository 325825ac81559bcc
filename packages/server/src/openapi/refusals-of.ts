import { type Operation, refusalStatusesOf } from '@orrery/contract';
import type { OpenApiOperation } from './openapi-document.ts';

type Responses = OpenApiOperation['responses'];

const texts: ReadonlyMap<number, string> = new Map([
  [400, 'Something of the request is wrong; `details`, or `problems` of the Data API, list all'],
  [401, 'The credential is missing, wrong, expired or revoked'],
  [403, 'The caller may not do this, or the key is not for the deployment'],
  [404, 'There is no such thing, or the caller may not know of it'],
  [409, 'The request contradicts what is stored: a name is taken, or something was changed meanwhile'],
  [412, 'The resource is another version than `If-Match` says'],
  [413, 'The body is too large'],
  [415, 'The body is of a type that is not read'],
  [429, 'Too many requests; `Retry-After` says when to ask again'],
  [500, 'A fault of the server, or of a data source'],
  [503, 'The server, or what it depends on, is not available now; try again later'],
]);

/** Each status that an operation refuses requests with. @param content the body of errors */
export function refusalsOf(operation: Operation, content: NonNullable<Responses[string]['content']>): Responses {
  const refusals = refusalStatusesOf(operation).map((status) => [status, { description: textOf(status), content }]);
  return { ...Object.fromEntries(refusals), default: { description: 'Any other error', content } };
}

function textOf(status: number): string {
  const text = texts.get(status);
  if (text === undefined) throw new Error(`the status ${status} is not described`);
  return text;
}
