import type { Scalar } from '../relation/index.ts';
import type { Expression, WrittenTypeName } from '../syntax/index.ts';
import { type SqlType, typeNamed } from '../types/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { coerce } from './coerce.ts';
import type { Place } from './place.ts';

/** The type that a statement writes. @throws StatementRefused when there is none */
function writtenType(written: WrittenTypeName): SqlType {
  const name = written.names.filter((one) => one !== 'pg_catalog').join('.');
  const modifier = written.modifiers.map((one) => (one.kind === 'number' ? Number(one.text) : Number.NaN));
  if (modifier.some((one) => !Number.isSafeInteger(one))) {
    refusePlan('sql.bad-modifier', `type modifiers of ${name} must be integers`, written.position);
  }
  const fields = name === 'interval' ? intervalModifier(written, modifier) : modifier;
  const type = typeNamed({ name, modifier: fields, isArray: written.dimensions > 0 });
  return 'refusal' in type ? refusePlan('sql.unknown-type', type.refusal, written.position) : type;
}

/** Fields of an interval, from the largest to the smallest, and their bits in PostgreSQL's mask. */
const intervalFields = [
  ['year', 1 << 2],
  ['month', 1 << 1],
  ['day', 1 << 3],
  ['hour', 1 << 10],
  ['minute', 1 << 11],
  ['second', 1 << 12],
] as const;

function intervalModifier({ fields, position }: WrittenTypeName, [digits]: readonly number[]): readonly number[] {
  if (digits !== undefined && digits < 6) {
    refuseUnsupported('sql.interval-digits', 'Intervals with a precision of seconds are not supported', position);
  }
  if (fields === undefined) return [];
  const [from, to = from] = fields.split(' to ');
  const at = (name: string | undefined) => intervalFields.findIndex(([field]) => field === name);
  return [intervalFields.slice(at(from), at(to) + 1).reduce((mask, [, bit]) => mask | bit, 0)];
}

export function bindCast(place: Place, operand: Expression, written: WrittenTypeName, position: number): Scalar {
  const type = writtenType(written);
  const value = place.binder.expression(place, operand);
  if (value.kind === 'parameter' && value.type.name === 'unknown') return decideParameter(place, value.number, type);
  return coerce(value, type, 'explicit', position);
}

export function bindParameter({ binder }: Place, number: number): Scalar {
  return { kind: 'parameter', number, type: binder.parameters.get(number) ?? { name: 'unknown' } };
}

function decideParameter({ binder }: Place, number: number, type: SqlType): Scalar {
  binder.parameters.set(number, type);
  return { kind: 'parameter', number, type };
}
