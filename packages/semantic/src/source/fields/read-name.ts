import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { type DeclaredFields, type Reading, readList, refuse } from './read-fields.ts';

const namePattern = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
export const maxNameLength = 200;

/** They mean the cube itself in SQL. */
const selfReferences = new Set(['CUBE', 'TABLE']);

/** The `name` of a cube, view or member; `kind` says of what in messages. */
export function readName(fields: DeclaredFields, kind: string, place: KeyPath, reading: Reading): string | undefined {
  const value = fields.get('name');
  const at = placeOf(place, 'name');
  if (value === undefined) {
    const text = JSON.stringify(Object.fromEntries([...fields].filter(([, one]) => typeof one !== 'object')));
    return refuse(reading, 'model.unnamed', { kind, text }, place);
  }
  if (typeof value === 'string' && namePattern.test(value) && value.length <= maxNameLength) {
    return selfReferences.has(value) ? refuse(reading, 'model.reserved-name', { kind, name: value }, at) : value;
  }
  const name = typeof value === 'string' ? value.slice(0, maxNameLength) : JSON.stringify(value);
  return refuse(reading, 'model.bad-name', { kind, name }, at, { hint: hintForName(name) });
}

function hintForName(name: string): string | undefined {
  const plain = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_');
  return isName(plain) && /[A-Za-z0-9]/.test(plain) && plain !== name ? `Did you mean ${plain}?` : undefined;
}

export function isName(value: unknown): value is string {
  return typeof value === 'string' && namePattern.test(value) && value.length <= maxNameLength;
}

/** Reads a list of names, which are resolved later. */
export function readNames(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): readonly string[] {
  const list = placeOf(place, key);
  return readList(fields, key, place, reading).flatMap((item, index) => {
    if (typeof item === 'string' && item.trim() !== '') return [item];
    const at = placeOf(list, index);
    refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(at) }, at);
    return [];
  });
}
