import type { PolicyExpression } from '../../model/index.ts';
import { labelOf, type KeyPath } from '../finding.ts';
import type { PlacedName } from './policy-definition.ts';
import { refuseExpression } from './policy-fault.ts';
import { readPolicyText } from './policy-text.ts';
import { type DeclaredFields, readFields, type Reading, refuse, type MappingShape } from '../fields/read-fields.ts';

/** Reads the keys of a policy's mapping, unless one is empty: then the meaning of the others is unclear. */
export function readWhole(
  value: unknown,
  keys: MappingShape,
  place: KeyPath,
  reading: Reading,
): DeclaredFields | undefined {
  const fields = readFields(value, keys, place, reading);
  if (!fields || Object.values(Object(value)).includes(null)) return undefined;
  return fields;
}

/** Whether it is `{}`, which is refused where it would allow everything. */
export function isNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The text of an expression, also where YAML took unquoted braces for a mapping. */
export function expressionSource(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  return entry && others.length === 0 && entry[1] === null ? `{ ${entry[0]} }` : undefined;
}

/** An expression alone, with or without braces around it. */
export function readExpression(source: string, place: KeyPath, reading: Reading): PolicyExpression | undefined {
  const read = readPolicyText(source.includes('{') || source.includes('}') ? source : `{${source}}`);
  if (read.kind === 'fault') return refuseExpression(source, read.fault, place, reading);
  if (read.kind === 'expression' && read.term.kind !== 'text') return { source, expression: read.term };
  const reason = 'text around the braces is not part of it';
  return refuseExpression(source, { kind: 'syntax', reason }, place, reading);
}

/**
 * Reads the name of a member of the cube or view itself.
 *
 * @param role name of the key in messages
 */
export function readMemberName(
  value: unknown,
  { piece, role, reading }: { readonly piece: string; readonly role: string; readonly reading: Reading },
  place: KeyPath,
): PlacedName | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(place) }, place);
  }
  if (!value.includes('.')) return { name: value, place };
  const hint = `Write the name alone: ${value.slice(value.lastIndexOf('.') + 1)}`;
  return refuse(reading, 'model.policy-path', { piece, item: value, role }, place, { hint });
}
