import type { Civil, MemberId, ModelIndex } from '@orrery/semantic';
import { printText } from './name.ts';
import { printCivil } from './print-time.ts';
import { refuseForm } from './refuse.ts';

/** A dimension, or the buckets of a time as `orders.created_at.month`, and the value that it has; `null`: none. */
export interface FieldCondition {
  readonly dimension: string;
  readonly value: string | number | boolean | null;
}

type ColumnOf = (member: MemberId) => string;

/** A dimension by its name, or the buckets of a time. */
export function printDimension(name: string, columnOf: ColumnOf): string {
  const [piece = '', local = '', granularity] = name.split('.');
  const column = columnOf(`${piece}.${local}` as MemberId); // by the parts of its name
  return granularity === undefined ? column : `DATE_TRUNC(${printText(granularity)}, ${column})`;
}

/** @throws StatementRefused for a value that is none of its dimension */
export function printFieldCondition(
  { dimension, value }: FieldCondition,
  model: ModelIndex,
  columnOf: ColumnOf,
): string {
  const column = printDimension(dimension, columnOf);
  return value === null ? `${column} IS NULL` : `${column} = ${printValueOf(dimension, String(value), model)}`;
}

function printValueOf(dimension: string, text: string, model: ModelIndex): string {
  const [piece = '', local = '', granularity] = dimension.split('.');
  const member = model.members.get(`${piece}.${local}` as MemberId);
  const type = member?.kind === 'dimension' ? member.type : 'string';
  const refuse = () => refuseForm(`The value '${text}' of '${dimension}'`);
  switch (type) {
    case 'number':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? text : refuse();
    case 'boolean':
      return text === 'true' || text === 'false' ? text.toUpperCase() : refuse();
    case 'time':
      if (granularity === undefined) return refuseForm('Equality of times', 'Use a granularity');
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(text) ? printCivil(text as Civil) : refuse();
    default:
      return printText(text);
  }
}
