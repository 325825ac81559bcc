import type { NumbersOf, Operation } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import { NotFound } from '@orrery/kernel';
import { InvalidFields } from './invalid-fields.ts';

/** Digits of the largest number that every table can hold. */
const mostDigits = 9;
const mostEndlessDigits = 15;

/** The numbers in the path. @throws InvalidFields, NotFound */
export function pathNumbers<O extends Operation>(operation: O, request: FastifyRequest): NumbersOf<O> {
  const names = Object.keys(request.params as object); // from the router's own pattern, which is that of the operation
  return Object.fromEntries(names.map((name) => [name, pathNumber(operation, request, name)])) as NumbersOf<O>; // likewise
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
