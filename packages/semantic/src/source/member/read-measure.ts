import type { RollingWindow, ValueType } from '../../model/index.ts';
import type { MeasureDefinition, MeasureType, AuthorSql } from '../definition.ts';
import { labelOf, type KeyPath } from '../finding.ts';
import { readCurrency, readType, readValueFormat } from './read-dimension.ts';
import { measureFaceKeys, readFace } from './read-face.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readFields,
  readEach,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readMask } from './read-mask.ts';
import { readRollingWindow } from './read-rolling-window.ts';
import { readReferences, readSql } from '../fields/read-sql.ts';
import { readStage, stageKeys } from './read-stage.ts';

export const measureKeys = shape(
  [
    ...measureFaceKeys,
    ...stageKeys,
    'type',
    'sql',
    'format',
    'currency',
    'filters',
    'drill_members',
    'rolling_window',
    'cumulative',
    'mask',
  ],
  ['links'],
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
  'number_agg',
  'rank',
  'running_total',
  'number',
  'string',
  'time',
  'boolean',
] as const satisfies readonly MeasureType[];
const laterTypes: readonly string[] = [];

export function readMeasure(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): MeasureDefinition | undefined {
  const face = readFace(fields, place, reading);
  const type = readType(fields, types, laterTypes, place, reading);
  const stage = readStage(fields, type, place, reading);
  const needsSql = type !== undefined && type !== 'count' && type !== 'rank' && !fields.has('case');
  const hasSql = fields.has('sql') || !needsSql || requireField(fields, 'sql', place, reading);
  const sql = readSql(fields, 'sql', place, reading);
  const filters = readFilters(fields, place, reading);
  const window = readWindow(fields, type, place, reading);
  const drillMembers = readReferences(fields, 'drill_members', place, reading);
  const isCumulative = readBoolean(fields, 'cumulative', place, reading) ?? false;
  const mask = readMask(fields, type && measureValueType(type), place, reading);
  if (type === undefined || !hasSql || (fields.has('sql') && !sql) || (fields.has('case') && !stage?.choice))
    return undefined;
  if ((type === 'rank' || type === 'number_agg') && !stage) return undefined;
  const valueType = measureValueType(type);
  return {
    kind: 'measure',
    name,
    place,
    ...face,
    type,
    ...optional('sql', sql),
    filters,
    ...optional('window', window),
    ...readValueFormat(fields, valueType, place, reading),
    ...optional('currency', readCurrency(fields, valueType === 'number', 'measures that are numbers', place, reading)),
    drillMembers,
    ...(isCumulative ? { isCumulative: true as const } : {}),
    ...mask,
    ...optional('stage', stage),
  };
}

function readWindow(
  fields: DeclaredFields,
  type: MeasureType | undefined,
  place: KeyPath,
  reading: Reading,
): RollingWindow | undefined {
  const window = readRollingWindow(fields, place, reading);
  if (type !== 'running_total') return window;
  if (!fields.has('rolling_window')) return { kind: 'running-total' };
  const params = { piece: reading.piece, path: labelOf(place), one: 'type: running_total', other: 'rolling_window' };
  return refuse(reading, 'model.either-or', params, place);
}

/** Returns the type of a measure's value; types without their own count as numbers, also minima and maxima of times. */
export function measureValueType(type: MeasureType): ValueType {
  return type === 'string' || type === 'time' || type === 'boolean' ? type : 'number';
}

function readFilters(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly AuthorSql[] {
  return readEach(fields, 'filters', place, reading, (item, at) => {
    const filter = readFields(item, filterKeys, at, reading);
    return filter && requireField(filter, 'sql', at, reading) ? readSql(filter, 'sql', at, reading) : undefined;
  });
}
