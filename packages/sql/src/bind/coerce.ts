import type { Scalar } from '../relation/index.ts';
import { canCast, type CastContext, commonType, type SqlType, sameType, typeText } from '../types/index.ts';
import { refusePlan } from '../refusal.ts';

export const bool: SqlType = { name: 'bool' };
const text: SqlType = { name: 'text' };

function positionOf(scalar: Scalar): number | undefined {
  return 'position' in scalar ? scalar.position : undefined;
}

/** A value as one of another type. @throws StatementRefused when PostgreSQL has no such cast in that place */
export function coerce(scalar: Scalar, type: SqlType, context: CastContext, position?: number): Scalar {
  if (sameType(scalar.type, type)) return scalar;
  if (isOpen(scalar)) return coerce(decided(scalar, type), type, context, position);
  if (scalar.kind === 'constant' && scalar.value === null) return { ...scalar, type };
  if (scalar.kind === 'constant' && scalar.type.name === 'unknown' && type.name === 'text') return { ...scalar, type };
  if (scalar.type.name === type.name && type.modifier === undefined) return scalar;
  if (!(scalar.type.isWhole && type.name === 'int8') && !canCast(scalar.type.name, type.name, context)) {
    const [from, to] = [typeText(scalar.type.name), typeText(type.name)];
    refusePlan('sql.no-cast', `cannot cast type ${from} to ${to}`, position ?? positionOf(scalar));
  }
  return { kind: 'cast', operand: scalar, type, position: position ?? positionOf(scalar) ?? 0 };
}

type Parameter = Extract<Scalar, { kind: 'parameter' }>;

/** Whether it is a parameter whose type nothing has decided so far. */
export function isOpen(scalar: Scalar): scalar is Parameter {
  return scalar.kind === 'parameter' && scalar.type.name === 'unknown';
}

/** Gives a parameter the type that its use wants, without a modifier. */
function decided({ number, types, ...parameter }: Parameter, { name }: SqlType): Parameter {
  const known = types.get(number);
  if (known && known.name !== name) {
    const [one, other] = [known.name, name].map(typeText);
    refusePlan('sql.parameter-types', `inconsistent types deduced for parameter $${number}: ${one} and ${other}`);
  }
  types.set(number, { name });
  return { ...parameter, number, types, type: { name } };
}

/** Values as their common type. @param what the construct, for the message */
export function toCommonType(items: readonly Scalar[], what: string, position?: number): readonly Scalar[] {
  const values = items.filter((item) => item.kind !== 'constant' || item.value !== null);
  const type = commonType((values.length > 0 ? values : items).map((item) => item.type));
  if ('mismatch' in type) {
    const [one, other] = type.mismatch.map(typeText);
    refusePlan('sql.type-mismatch', `${what} types ${one} and ${other} cannot be matched`, position);
  }
  return items.map((item) => coerce(item, type, 'implicit', position));
}

/** @param clause for the message: `WHERE`, `CASE/WHEN` */
export function toBoolean(scalar: Scalar, clause: string): Scalar {
  if (!canCast(scalar.type.name, 'bool', 'implicit')) {
    const given = typeText(scalar.type.name);
    refusePlan('sql.not-boolean', `argument of ${clause} must be type boolean, not type ${given}`, positionOf(scalar));
  }
  return coerce(scalar, bool, 'implicit');
}

/** A literal without a type is a text where nothing else decides. */
export function settled(scalar: Scalar): Scalar {
  if (isOpen(scalar)) return { ...scalar, type: text }; // another use may still decide
  return scalar.type.name === 'unknown' ? coerce(scalar, text, 'implicit') : scalar;
}
