import { takesValues } from '../filter-operators.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readEach,
  readFields,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readOperator } from '../fields/read-operator.ts';
import { readNames } from '../fields/read-name.ts';
import type { DefaultFilterDefinition } from './view-definition.ts';

const filterKeys = shape(['member', 'operator', 'values', 'unless']);
const ranges: readonly string[] = ['inDateRange', 'notInDateRange'];

export function readDefaultFilters(
  fields: DeclaredFields,
  view: string,
  place: KeyPath,
  reading: Reading,
): readonly DefaultFilterDefinition[] {
  return readEach(fields, 'default_filters', place, reading, (item, at) => readFilter(item, view, at, reading));
}

function readFilter(
  value: unknown,
  view: string,
  place: KeyPath,
  reading: Reading,
): DefaultFilterDefinition | undefined {
  const fields = readFields(value, filterKeys, place, reading);
  if (!fields) return undefined;
  const isComplete = [requireField(fields, 'member', place, reading), requireField(fields, 'operator', place, reading)];
  const member = readText(fields, 'member', place, reading);
  const operator = readOperator(fields, place, reading);
  const values = readValues(fields, place, reading);
  const unless = readNames(fields, 'unless', place, reading);
  if (member === undefined || operator === undefined || !isComplete.every(Boolean)) return undefined;
  if (values === undefined && takesValues(operator)) {
    return refuse(reading, 'model.required', { piece: reading.piece, path: labelOf(placeOf(place, 'values')) }, place);
  }
  if (values !== undefined && !takesValues(operator)) {
    const params = { piece: reading.piece, path: labelOf(place), one: `operator: ${operator}`, other: 'values' };
    return refuse(reading, 'model.either-or', params, place);
  }
  if (values !== undefined && ranges.includes(operator) && values.length !== 2) {
    return refuse(reading, 'model.default-filter', { view, reason: `${operator} takes two values` }, place);
  }
  return {
    place,
    member: withoutView(member, view),
    operator,
    ...optional('values', values),
    unless: unless.map((name) => withoutView(name, view)),
  };
}

/** Reads values in the form of queries; a single one is a list of one. */
function readValues(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly (string | null)[] | undefined {
  const value = fields.get('values');
  if (value === undefined) return undefined;
  const at = placeOf(place, 'values');
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) return refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(at) }, at);
  const texts = items.map((item, index) => {
    if (item === null || typeof item === 'string') return item;
    if (typeof item === 'number' || typeof item === 'boolean') return String(item);
    const itemPlace = placeOf(at, index);
    return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(itemPlace) }, itemPlace);
  });
  return texts.includes(undefined) ? undefined : texts.filter((text) => text !== undefined);
}

/** `v.status` in view `v` is `status`. */
function withoutView(name: string, view: string): string {
  return name.startsWith(`${view}.`) ? name.slice(view.length + 1) : name;
}
