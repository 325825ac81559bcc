import type { BareReference, PreAggregationDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  type Reading,
  readBoolean,
  readChoice,
  readFields,
  readList,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readReference, readReferences } from '../fields/read-sql.ts';
import { readPreAggregationRefreshKey } from './read-refresh-key.ts';

/** Former spellings with their present keys. */
const formerKeys: ReadonlyMap<string, string> = new Map([
  ['time_dimension_reference', 'time_dimension'],
  ['dimension_references', 'dimensions'],
  ['measure_references', 'measures'],
  ['segment_references', 'segments'],
  ['rollup_references', 'rollups'],
  ['refresh_range_start', 'build_range_start'],
  ['refresh_range_end', 'build_range_end'],
]);

export const preAggregationKeys = shape([
  'name',
  'type',
  'measures',
  'dimensions',
  'segments',
  'time_dimension',
  'granularity',
  'time_dimensions',
  'partition_granularity',
  'refresh_key',
  'scheduled_refresh',
  'build_range_start',
  'build_range_end',
  'indexes',
  'external',
  'use_original_sql_pre_aggregations',
  'allow_non_strict_date_range_match',
  'union_with_source_data',
  'rollups',
  'unique_key_columns',
  'output_column_types',
  'stream_offset',
  'read_only',
  'sql_alias',
  ...formerKeys.keys(),
]);
const timeDimensionKeys = shape(['dimension', 'granularity']);
const indexKeys = shape(['name', 'columns', 'type']);
const boundKeys = shape(['sql']);
const columnTypeKeys = shape(['member', 'type']);

const types = ['rollup', 'original_sql', 'rollup_join', 'rollup_lambda', 'auto_rollup'] as const;
const partitions = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const booleans = [
  'external',
  'use_original_sql_pre_aggregations',
  'allow_non_strict_date_range_match',
  'union_with_source_data',
  'read_only',
];

/** Validates a pre-aggregation completely, although none are built yet. */
export function readPreAggregation(
  cube: string,
  name: string,
  given: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): PreAggregationDefinition {
  const fields = underKeysOfToday(given, place, reading);
  const type = readChoice(fields, 'type', types, place, reading) ?? 'rollup';
  if (type === 'auto_rollup') refuse(reading, 'model.auto-rollup', undefined, placeOf(place, 'type'));
  const isScheduled = readBoolean(fields, 'scheduled_refresh', place, reading);
  if (type === 'rollup_join' && isScheduled === true) {
    const at = placeOf(place, 'scheduled_refresh');
    refuse(reading, 'model.rollup-join-schedule', { piece: reading.piece, path: labelOf(at) }, at);
  }
  for (const key of booleans) readBoolean(fields, key, place, reading);
  for (const key of ['unique_key_columns']) readTexts(fields, key, place, reading);
  for (const key of ['build_range_start', 'build_range_end']) readBound(fields, key, place, reading);
  readText(fields, 'sql_alias', place, reading);
  readChoice(fields, 'stream_offset', ['earliest', 'latest'], place, reading);
  readIndexes(cube, name, fields, place, reading);
  readColumnTypes(fields, type, place, reading);
  const partition = readChoice(fields, 'partition_granularity', partitions, place, reading);
  const refresh = readPreAggregationRefreshKey(fields, place, reading);
  if (refresh.isIncremental && partition === undefined) {
    refuse(reading, 'model.incremental-without-partitions', { name: `${cube}.${name}` }, placeOf(place, 'refresh_key'));
  }
  const rollups = readReferences(fields, 'rollups', place, reading);
  if (type === 'rollup_lambda' && rollups.length === 0) {
    refuse(reading, 'model.lambda-without-rollups', { name: `${cube}.${name}` }, place);
  }
  return {
    name,
    // The other type was refused above.
    type: type === 'auto_rollup' ? 'rollup' : type,
    place,
    measures: readReferences(fields, 'measures', place, reading),
    dimensions: readReferences(fields, 'dimensions', place, reading),
    segments: readReferences(fields, 'segments', place, reading),
    timeDimensions: readTimeDimensions(fields, place, reading),
    rollups,
  };
}

/** Renames former keys, unless the present one is given as well. */
function underKeysOfToday(given: DeclaredFields, place: KeyPath, reading: Reading): DeclaredFields {
  const fields = new Map(given);
  for (const [former, today] of formerKeys) {
    if (!given.has(former)) continue;
    fields.delete(former);
    if (!given.has(today)) fields.set(today, given.get(former));
    else
      refuse(
        reading,
        'model.either-or',
        { piece: reading.piece, path: labelOf(place), one: today, other: former },
        placeOf(place, former),
        { mark: 'key' },
      );
  }
  return fields;
}

function readTimeDimensions(
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): PreAggregationDefinition['timeDimensions'] {
  const single = readTimeDimension(fields, 'time_dimension', place, reading);
  const list = placeOf(place, 'time_dimensions');
  const several = readList(fields, 'time_dimensions', place, reading).flatMap((item, index) => {
    const at = placeOf(list, index);
    const entry = readFields(item, timeDimensionKeys, at, reading);
    if (!entry || !requireField(entry, 'dimension', at, reading)) return [];
    return readTimeDimension(entry, 'dimension', at, reading) ?? [];
  });
  return single ? [single, ...several] : several;
}

function readTimeDimension(
  fields: DeclaredFields,
  key: 'time_dimension' | 'dimension',
  place: KeyPath,
  reading: Reading,
): { readonly dimension: BareReference; readonly granularity: string } | undefined {
  const granularity = readText(fields, 'granularity', place, reading);
  if (!fields.has(key)) {
    if (fields.has('granularity')) requireField(fields, key, place, reading);
    return undefined;
  }
  const dimension = readReference(fields.get(key), placeOf(place, key), reading);
  if (!requireField(fields, 'granularity', place, reading)) return undefined;
  return dimension && granularity !== undefined ? { dimension, granularity } : undefined;
}

function readIndexes(cube: string, name: string, fields: DeclaredFields, place: KeyPath, reading: Reading): void {
  const seen = new Set<string>();
  const list = placeOf(place, 'indexes');
  readList(fields, 'indexes', place, reading).forEach((item, index) => {
    const at = placeOf(list, index);
    const entry = readFields(item, indexKeys, at, reading);
    if (!entry) return;
    requireField(entry, 'name', at, reading);
    requireField(entry, 'columns', at, reading);
    const indexName = readText(entry, 'name', at, reading);
    readTexts(entry, 'columns', at, reading);
    readChoice(entry, 'type', ['regular', 'aggregate'], at, reading);
    if (indexName === undefined) return;
    if (seen.has(indexName)) {
      refuse(reading, 'model.duplicate-index', { index: indexName, name, cube }, placeOf(at, 'name'));
    }
    seen.add(indexName);
  });
}

function readColumnTypes(fields: DeclaredFields, type: string, place: KeyPath, reading: Reading): void {
  const list = placeOf(place, 'output_column_types');
  const items = readList(fields, 'output_column_types', place, reading);
  if (items.length > 0 && type !== 'rollup') refuse(reading, 'model.column-types', undefined, list, { mark: 'key' });
  items.forEach((item, index) => {
    const at = placeOf(list, index);
    const entry = readFields(item, columnTypeKeys, at, reading);
    if (!entry || !requireField(entry, 'member', at, reading) || !requireField(entry, 'type', at, reading)) return;
    readReference(entry.get('member'), placeOf(at, 'member'), reading);
    readText(entry, 'type', at, reading);
  });
}

function readBound(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): void {
  if (!fields.has(key)) return;
  const at = placeOf(place, key);
  const bound = readFields(fields.get(key), boundKeys, at, reading);
  if (bound && requireField(bound, 'sql', at, reading)) readText(bound, 'sql', at, reading);
}

function readTexts(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): void {
  const list = placeOf(place, key);
  readList(fields, key, place, reading).forEach((item, index) => {
    if (typeof item === 'string') return;
    const at = placeOf(list, index);
    refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(at) }, at);
  });
}
