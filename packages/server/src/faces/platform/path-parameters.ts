import { isNameParameter, type Operation, type ParametersOf } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import { NotFound } from '@orrery/kernel';
import { InvalidFields } from './invalid-fields.ts';

/** Digits of the largest number that every table can hold. */
const mostDigits = 9;
const mostEndlessDigits = 15;

/** Reads the parameters of a path: numbers, and texts where the name says so. @throws InvalidFields, NotFound */
export function pathParameters<O extends Operation>(operation: O, request: FastifyRequest): ParametersOf<O> {
  const params = request.params as Readonly<Record<string, string>>; // from the router's own pattern, which is that of the operation
  const read = ([name, text]: readonly [string, string]) =>
    [name, isNameParameter(name) ? pathText(name, text) : pathNumber(operation, request, name)] as const;
  return Object.fromEntries(Object.entries(params).map(read)) as ParametersOf<O>; // likewise
}

/** @throws InvalidFields for a text with NUL, which PostgreSQL cannot compare with any */
function pathText(name: string, text: string): string {
  if (!text.includes('\0')) return text;
  throw new InvalidFields([{ path: name, message: 'has characters that cannot be seen' }]);
}

/**
 * A number too large for the store is not found.
 * @throws InvalidFields, NotFound
 */
export function pathNumber({ idOf, isEndless }: Operation, { params }: FastifyRequest, name: string): number {
  const text = (params as Readonly<Record<string, string>>)[name] ?? ''; // likewise
  if (!/^0*[1-9]\d*$/.test(text)) {
    throw new InvalidFields([{ path: name, message: 'must be a whole number from 1 on' }]);
  }
  if (text.length <= (isEndless && name === 'id' ? mostEndlessDigits : mostDigits)) return Number(text);
  const thing = name === 'id' ? idOf : name.replace(/Id$/, '');
  throw new NotFound('number.unknown', `There is no ${thing} ${text.slice(0, 20)}`);
}
