import type { Format, ValueType } from '../../model/index.ts';
import type { DimensionDefinition, DimensionSource, LabelDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { formatExpectation, readFormat } from './format.ts';
import { dimensionFaceKeys, readFace } from './read-face.ts';
import { readGranularities } from './read-granularities.ts';
import {
  type DeclaredFields,
  optional,
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
import { readGeo, refuseCoordinates } from './read-geo.ts';
import { readLinks } from './read-link.ts';
import { readMask } from './read-mask.ts';
import { readReference, readReferences, readSql } from '../fields/read-sql.ts';
import { readSwitchOf } from './read-switch.ts';
import { readCalendarShifts } from './read-calendar-shifts.ts';

export const dimensionKeys = shape([
  ...dimensionFaceKeys,
  'type',
  'sql',
  'case',
  'primary_key',
  'format',
  'currency',
  'order',
  'sub_query',
  'propagate_filters_to_sub_query',
  'suggest_filter_values',
  'local_time',
  'granularities',
  'latitude',
  'longitude',
  'links',
  'key',
  'values',
  'multi_stage',
  'add_group_by',
  'time_shift',
  'mask',
]);
const caseKeys = shape(['when', 'else', 'switch']);
const whenKeys = shape(['sql', 'label']);
const elseKeys = shape(['label']);
const labelKeys = shape(['sql']);

const types = ['string', 'number', 'boolean', 'time', 'geo', 'switch'] as const;

export function readDimension(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): DimensionDefinition | undefined {
  const face = readFace(fields, place, reading);
  const declared = readType(fields, types, [], place, reading);
  const isGeo = declared === 'geo';
  const type = isGeo || declared === 'switch' ? 'string' : declared;
  const expression = readSource(fields, declared, place, reading);
  if (!isGeo) refuseCoordinates(fields, place, reading);
  const links = readLinks(fields, place, reading);
  const key = fields.has('key') ? readReference(fields.get('key'), placeOf(place, 'key'), reading) : undefined;
  const isPrimaryKey = readBoolean(fields, 'primary_key', place, reading) ?? false;
  const suggestsFilterValues = readBoolean(fields, 'suggest_filter_values', place, reading) ?? true;
  const granularities = readGranularities(fields, name, type === undefined || type === 'time', place, reading);
  const mask = readMask(fields, type, place, reading);
  const isLocalTime = readLocalTime(fields, type, place, reading);
  const order = readChoice(fields, 'order', ['asc', 'desc'], place, reading);
  if (type === undefined || expression === undefined) return undefined;
  return {
    kind: 'dimension',
    name,
    place,
    ...face,
    type,
    isPrimaryKey,
    suggestsFilterValues,
    ...(isLocalTime ? { isLocalTime } : {}),
    granularities,
    timeShifts: readCalendarShifts(fields, name, place, reading),
    links,
    ...optional('key', key),
    ...mask,
    ...(isGeo ? { shownType: declared } : {}),
    ...optional('order', order),
    ...readValueFormat(fields, type, place, reading),
    ...optional('currency', readCurrency(fields, type === 'number', 'dimensions of type "number"', place, reading)),
    expression,
  };
}

/** Reads `local_time: true`, for times alone. */
function readLocalTime(
  fields: DeclaredFields,
  type: ValueType | undefined,
  place: KeyPath,
  reading: Reading,
): true | undefined {
  if (readBoolean(fields, 'local_time', place, reading) !== true) return undefined;
  if (type === undefined || type === 'time') return true;
  const at = placeOf(place, 'local_time');
  const params = { piece: reading.piece, path: labelOf(at), needs: 'type: time' };
  return refuse(reading, 'model.needs-key', params, at, { mark: 'key' });
}

/** `type`, required; types of the language that come later are refused by name. */
export function readType<T extends string>(
  fields: DeclaredFields,
  supported: readonly T[],
  later: readonly string[],
  place: KeyPath,
  reading: Reading,
): T | undefined {
  if (!requireField(fields, 'type', place, reading)) return undefined;
  const value = fields.get('type');
  if (typeof value === 'string' && later.includes(value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))) {
    return refuse(reading, 'model.type-not-supported', { piece: reading.piece, type: value }, placeOf(place, 'type'));
  }
  return readChoice(fields, 'type', supported, place, reading);
}

export function readValueFormat(
  fields: DeclaredFields,
  type: ValueType,
  place: KeyPath,
  reading: Reading,
): { readonly format?: Format } {
  const value = fields.get('format');
  if (value === undefined) return {};
  const format = readFormat(value, type);
  if (format !== undefined) return { format };
  const at = placeOf(place, 'format');
  const expected = formatExpectation[type];
  refuse(reading, 'model.bad-format', { piece: reading.piece, path: labelOf(at), type, expected }, at);
  return {};
}

/** @param whose members that may have a currency, in the form the message uses */
export function readCurrency(
  fields: DeclaredFields,
  isAllowed: boolean,
  whose: string,
  place: KeyPath,
  reading: Reading,
): string | undefined {
  const text = readText(fields, 'currency', place, reading);
  if (text === undefined) return undefined;
  const at = placeOf(place, 'currency');
  if (!isAllowed) return refuse(reading, 'model.currency-not-allowed', { piece: reading.piece, whose }, at);
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  return refuse(reading, 'model.bad-currency', { piece: reading.piece, path: labelOf(at) }, at);
}

function readSource(
  fields: DeclaredFields,
  type: (typeof types)[number] | undefined,
  place: KeyPath,
  reading: Reading,
): DimensionSource | undefined {
  if (type === 'geo') return readGeo(fields, place, reading);
  return type === 'switch' ? readSwitchDimension(fields, place, reading) : readStaged(fields, place, reading);
}

/** Reads a switch, whose values are in the model and which has no other source. */
function readSwitchDimension(fields: DeclaredFields, place: KeyPath, reading: Reading): DimensionSource | undefined {
  const { piece } = reading;
  for (const key of ['sql', 'case', 'sub_query', 'multi_stage', 'add_group_by', 'primary_key']) {
    if (!fields.has(key) || fields.get(key) === false) continue;
    const at = placeOf(place, key);
    refuse(reading, 'model.not-in-switch', { piece, path: labelOf(at) }, at, { mark: 'key' });
  }
  const at = placeOf(place, 'values');
  const values = readList(fields, 'values', place, reading).map(String);
  if (values.length === 0) return refuse(reading, 'model.required', { piece, path: labelOf(at) }, place);
  return { kind: 'switch', values: [...new Set(values)] };
}

/** Reads a dimension with `multi_stage: true`, whose value is made of measures. */
function readStaged(fields: DeclaredFields, place: KeyPath, reading: Reading): DimensionSource | undefined {
  const isMultiStage = readBoolean(fields, 'multi_stage', place, reading) ?? false;
  const include = readReferences(fields, 'add_group_by', place, reading);
  const { piece } = reading;
  const value = readExpression(fields, place, reading);
  if (!isMultiStage) {
    if (fields.has('values')) {
      const at = placeOf(place, 'values');
      refuse(reading, 'model.needs-key', { piece, path: labelOf(at), needs: 'type: switch' }, at, { mark: 'key' });
    }
    if (!fields.has('add_group_by')) return value;
    const at = placeOf(place, 'add_group_by');
    return refuse(reading, 'model.needs-key', { piece, path: labelOf(at), needs: 'multi_stage: true' }, at, {
      mark: 'key',
    });
  }
  switch (value?.kind) {
    case undefined:
      return undefined;
    case 'sql':
    case 'case':
    case 'choice':
      return { kind: 'stage', value, include };
    default:
      return refuse(
        reading,
        'model.either-or',
        { piece, path: labelOf(place), one: 'sub_query', other: 'multi_stage' },
        place,
      );
  }
}

function readExpression(fields: DeclaredFields, place: KeyPath, reading: Reading): DimensionSource | undefined {
  const sql = readSql(fields, 'sql', place, reading);
  const isSubQuery = readBoolean(fields, 'sub_query', place, reading) ?? false;
  const propagatesFilters = readBoolean(fields, 'propagate_filters_to_sub_query', place, reading) ?? false;
  const { piece } = reading;
  if (fields.has('case')) {
    if (fields.has('sql')) {
      return refuse(reading, 'model.either-or', { piece, path: labelOf(place), one: 'sql', other: 'case' }, place);
    }
    if (isSubQuery) return refuse(reading, 'model.sub-query-case', { piece, path: labelOf(place) }, place);
    return readCase(fields.get('case'), placeOf(place, 'case'), reading);
  }
  if (propagatesFilters && !isSubQuery) {
    const at = placeOf(place, 'propagate_filters_to_sub_query');
    return refuse(reading, 'model.needs-key', { piece, path: labelOf(at), needs: 'sub_query: true' }, at, {
      mark: 'key',
    });
  }
  if (!fields.has('sql')) {
    requireField(fields, 'sql', place, reading);
    return undefined;
  }
  if (sql === undefined) return undefined;
  return isSubQuery ? { kind: 'sub-query', sql, propagatesFilters } : { kind: 'sql', sql };
}

function readCase(value: unknown, place: KeyPath, reading: Reading): DimensionSource | undefined {
  const fields = readFields(value, caseKeys, place, reading);
  if (!fields) return undefined;
  if (fields.has('switch')) {
    // Its branches have other keys, so they are read from the start.
    const chosen = readSwitchOf(value, place, reading);
    return chosen && { kind: 'choice', ...chosen };
  }
  const whenPlace = placeOf(place, 'when');
  const items = readList(fields, 'when', place, reading);
  if (items.length === 0) {
    const params = { piece: reading.piece, path: labelOf(whenPlace) };
    if (!fields.has('when')) return refuse(reading, 'model.required', params, place);
    const hint = 'Each item has a condition and a label: - { sql: ..., label: ... }';
    return refuse(reading, 'model.empty', params, whenPlace, { hint });
  }
  const when = items.map((item, index) => {
    const at = placeOf(whenPlace, index);
    const branch = readFields(item, whenKeys, at, reading);
    if (!branch) return undefined;
    const isComplete = [requireField(branch, 'sql', at, reading), requireField(branch, 'label', at, reading)].every(
      Boolean,
    );
    const condition = readSql(branch, 'sql', at, reading);
    const label = readLabel(branch.get('label'), placeOf(at, 'label'), reading);
    return isComplete && condition && label ? { condition, label } : undefined;
  });
  const otherwise = fields.has('else') ? readElse(fields.get('else'), placeOf(place, 'else'), reading) : undefined;
  if (when.includes(undefined)) return undefined;
  return { kind: 'case', when: when.filter((branch) => branch !== undefined), ...optional('otherwise', otherwise) };
}

function readElse(value: unknown, place: KeyPath, reading: Reading): LabelDefinition | undefined {
  const fields = readFields(value, elseKeys, place, reading);
  if (!fields || !requireField(fields, 'label', place, reading)) return undefined;
  return readLabel(fields.get('label'), placeOf(place, 'label'), reading);
}

function readLabel(value: unknown, place: KeyPath, reading: Reading): LabelDefinition | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'text', text: String(value) };
  const fields = readFields(value, labelKeys, place, reading);
  if (!fields || !requireField(fields, 'sql', place, reading)) return undefined;
  const sql = readSql(fields, 'sql', place, reading);
  return sql && { kind: 'sql', sql };
}
