import type { FastifyRequest } from 'fastify';
import { NotFound } from '../http/errors.ts';
import { InvalidFields } from './invalid-fields.ts';

/** Of a number every table can hold. */
const mostDigitsAnywhere = 9;

/**
 * A number in the path. One too large for the store is one that it does not have.
 *
 * @param what `API key`, for the one who asks
 * @param mostDigits more than nine for tables that grow for ever
 * @throws InvalidFields, NotFound
 */
export function pathNumber(
  { params }: FastifyRequest,
  name: string,
  what: string,
  mostDigits = mostDigitsAnywhere,
): number {
  const text = (params as Readonly<Record<string, string>>)[name] ?? ''; // from the router's own pattern
  if (!/^0*[1-9]\d*$/.test(text))
    throw new InvalidFields([{ path: name, message: 'must be a whole number from 1 on' }]);
  if (text.length > mostDigits) throw new NotFound('number.unknown', `There is no ${what} ${text.slice(0, 20)}`);
  return Number(text);
}
