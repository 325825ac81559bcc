import type { WrittenTypeName } from '../syntax/index.ts';
import {
  type NodeFields,
  fieldsOf,
  kindOf,
  listOf,
  namesOf,
  numberOf,
  positionOf,
  type ParseContext,
} from './reading.ts';

/** Fields of an interval as bits, in the order that they are named in. */
const intervalFields: readonly (readonly [bit: number, name: string])[] = [
  [1 << 2, 'year'],
  [1 << 1, 'month'],
  [1 << 3, 'day'],
  [1 << 10, 'hour'],
  [1 << 11, 'minute'],
  [1 << 12, 'second'],
];
const allFields = 0x7fff;

/** @param fallback where it stands, if the grammar does not say so */
export function readType(reading: ParseContext, type: NodeFields, fallback: number): WrittenTypeName {
  const names = namesOf(type['names']).filter((name, index, all) => all.length === 1 || index > 0 || !isOwn(name));
  const written = listOf(type['typmods']);
  const isInterval = names.at(-1) === 'interval' && written.length > 0;
  const bits = isInterval ? numberOf(fieldsOf(kindOf(written[0] ?? {})[1]['ival'])['ival']) : allFields;
  return {
    names,
    modifiers: (isInterval ? written.slice(1) : written).map(reading.expression),
    dimensions: listOf(type['arrayBounds']).length,
    position: positionOf(reading.source, type) ?? fallback,
    ...(bits === allFields ? {} : { fields: wordsOf(bits) }),
  };
}

/** The schema of PostgreSQL's own types, which the grammar puts before names that are words of SQL. */
const isOwn = (schema: string) => schema === 'pg_catalog';

function wordsOf(bits: number): string {
  const names = intervalFields.filter(([bit]) => (bits & bit) !== 0).map(([, name]) => name);
  return names.length < 2 ? names.join('') : `${names[0]} to ${names.at(-1)}`;
}
