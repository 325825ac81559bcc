import type { ValueType } from '../model/model.ts';
import type { MeasureDefinition, MeasureType, Sql } from './definition.ts';
import { type Place, placeOf } from './finding.ts';
import { readCurrency, readType, readValueFormat } from './read-dimension.ts';
import { faceKeys, readFace } from './read-face.ts';
import { type Fields, optional, type Reading, readFields, readList, requireField, shape } from './read-fields.ts';
import { readReferences, readSql } from './read-sql.ts';

export const measureKeys = shape(
  [...faceKeys, 'type', 'sql', 'format', 'currency', 'filters', 'drill_members'],
  [
    'rolling_window',
    'mask',
    'case',
    'multi_stage',
    'grain',
    'filter',
    'time_shift',
    'order_by',
    'reduce_by',
    'group_by',
    'add_group_by',
    'aliases',
    'links',
  ],
);
const filterKeys = shape(['sql']);

const types = [
  'count',
  'count_distinct',
  'count_distinct_approx',
  'sum',
  'avg',
  'min',
  'max',
  'number',
  'string',
  'time',
  'boolean',
] as const satisfies readonly MeasureType[];
const laterTypes: readonly string[] = ['number_agg', 'rank', 'running_total'];

export function readMeasure(
  name: string,
  fields: Fields,
  place: Place,
  reading: Reading,
): MeasureDefinition | undefined {
  const face = readFace(fields, place, reading);
  const type = readType(fields, types, laterTypes, place, reading);
  const hasSql =
    fields.has('sql') || type === undefined || type === 'count' || requireField(fields, 'sql', place, reading);
  const sql = readSql(fields, 'sql', place, reading);
  const filters = readFilters(fields, place, reading);
  const drillMembers = readReferences(fields, 'drill_members', place, reading);
  if (type === undefined || !hasSql || (fields.has('sql') && !sql)) return undefined;
  const valueType = measureValueType(type);
  return {
    kind: 'measure',
    name,
    place,
    ...face,
    type,
    ...optional('sql', sql),
    filters,
    ...readValueFormat(fields, valueType, place, reading),
    ...optional('currency', readCurrency(fields, valueType === 'number', 'measures that are numbers', place, reading)),
    drillMembers,
  };
}

/** Everything that is not declared otherwise counts as a number, minima and maxima of times too. */
export function measureValueType(type: MeasureType): ValueType {
  return type === 'string' || type === 'time' || type === 'boolean' ? type : 'number';
}

function readFilters(fields: Fields, place: Place, reading: Reading): readonly Sql[] {
  const list = placeOf(place, 'filters');
  return readList(fields, 'filters', place, reading).flatMap((item, index) => {
    const at = placeOf(list, index);
    const filter = readFields(item, filterKeys, at, reading);
    if (!filter || !requireField(filter, 'sql', at, reading)) return [];
    return readSql(filter, 'sql', at, reading) ?? [];
  });
}
