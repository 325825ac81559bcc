import { intervalOf, parseInterval } from '../../time/index.ts';
import type {
  BareReference,
  ChoiceDefinition,
  FilterDefinition,
  MeasureType,
  StageDefinition,
  TimeShiftDefinition,
} from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readChoice,
  readEach,
  readFields,
  readList,
  readText,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readOperator } from '../fields/read-operator.ts';
import { readReference, readReferences, readSql } from '../fields/read-sql.ts';
import { readSwitchOf } from './read-switch.ts';

const grainKeys = shape(['exclude', 'keep_only', 'include']);
const filterKeys = shape(['exclude', 'keep_only', 'include', 'mode']);
const shiftKeys = shape(['time_dimension', 'interval', 'type', 'name']);
const orderKeys = shape(['sql', 'dir']);
const memberFilterKeys = shape(['member', 'operator', 'values', 'and', 'or']);

/** Keys of measures that need `multi_stage: true`. */
const dependent = ['grain', 'filter', 'time_shift', 'order_by', 'reduce_by', 'group_by', 'add_group_by'] as const;
export const stageKeys = ['multi_stage', 'case', ...dependent] as const;

/** Reads the stages of a measure; `undefined` when it has none, or they could not be read. */
export function readStage(
  fields: DeclaredFields,
  type: MeasureType | undefined,
  place: KeyPath,
  reading: Reading,
): StageDefinition | undefined {
  const isMultiStage = readBoolean(fields, 'multi_stage', place, reading) ?? false;
  const isStageType = type === 'rank' || type === 'number_agg';
  if (!isMultiStage) {
    const keys = [...dependent.filter((key) => fields.has(key)), ...(isStageType ? ['type'] : [])];
    for (const key of keys) {
      const at = placeOf(place, key);
      const path = key === 'type' ? `${labelOf(at)}: ${type}` : labelOf(at);
      const hint = key === 'filter' ? 'Conditions on rows are a list: filters: [{ sql: ... }]' : undefined;
      const params = { piece: reading.piece, path, needs: 'multi_stage: true' };
      refuse(reading, 'model.needs-key', params, at, { mark: 'key', hint });
    }
    // A choice between measures needs their results.
    if (!fields.has('case')) return undefined;
  }
  const choice = readMeasureChoice(fields, place, reading);
  const stage: StageDefinition = {
    grain: readGrain(fields, place, reading),
    filter: readStageFilter(fields, place, reading),
    timeShifts: readTimeShifts(fields, place, reading),
    orderBy: readOrderBy(fields, place, reading),
    ...optional('choice', choice),
  };
  checkRank(fields, type, stage, place, reading);
  if (type === 'number_agg' && fields.has('filters')) {
    const at = placeOf(place, 'filters');
    refuse(reading, 'model.filters-of-number-agg', { piece: reading.piece, path: labelOf(at) }, at, {
      mark: 'key',
      hint: 'Test inside of the aggregate, as in SUM(CASE WHEN {count} > 1 THEN {total} END)',
    });
  }
  return stage;
}

function checkRank(
  fields: DeclaredFields,
  type: MeasureType | undefined,
  stage: StageDefinition,
  place: KeyPath,
  reading: Reading,
) {
  const { piece } = reading;
  if (type !== 'rank') {
    if (fields.has('order_by')) {
      const at = placeOf(place, 'order_by');
      refuse(reading, 'model.needs-key', { piece, path: labelOf(at), needs: 'type: rank' }, at, { mark: 'key' });
    }
    return;
  }
  if (!fields.has('order_by')) requireField(fields, 'order_by', place, reading);
  for (const key of ['sql', 'case', 'filters'] as const) {
    if (!fields.has(key)) continue;
    const at = placeOf(place, key);
    refuse(reading, 'model.not-in-rank', { piece, path: labelOf(at) }, at, { mark: 'key' });
  }
  if (stage.grain.include.length > 0) {
    const at = placeOf(place, fields.has('grain') ? 'grain' : 'add_group_by');
    refuse(reading, 'model.not-in-rank', { piece, path: labelOf(at) }, at, {
      mark: 'key',
      hint: 'A rank has one value per row of the query; the rows that exclude or keep_only group together are ranked with each other',
    });
  }
}

type KeptMembers = NonNullable<StageDefinition['grain']['kept']>;

/** `reduce_by`, `group_by` and `add_group_by` are older spellings of `exclude`, `keep_only` and `include`. */
function readGrain(fields: DeclaredFields, place: KeyPath, reading: Reading): StageDefinition['grain'] {
  const at = placeOf(place, 'grain');
  const grain = fields.has('grain') ? readFields(fields.get('grain'), grainKeys, at, reading) : undefined;
  const list = (key: 'exclude' | 'keep_only' | 'include', older: (typeof dependent)[number]) => {
    const isNew = grain?.has(key) ?? false;
    if (isNew && fields.has(older)) {
      const params = { piece: reading.piece, path: labelOf(place), one: `grain.${key}`, other: older };
      refuse(reading, 'model.either-or', params, place);
    }
    if (grain && isNew) return readReferences(grain, key, at, reading);
    return fields.has(older) ? readReferences(fields, older, place, reading) : undefined;
  };
  const kept = oneOf(list('exclude', 'reduce_by'), list('keep_only', 'group_by'), at, reading);
  return { ...optional('kept', kept), include: list('include', 'add_group_by') ?? [] };
}

function oneOf(
  except: readonly BareReference[] | undefined,
  only: readonly BareReference[] | undefined,
  place: KeyPath,
  reading: Reading,
): KeptMembers | undefined {
  if (except && only) {
    const params = { piece: reading.piece, path: labelOf(place), one: 'exclude', other: 'keep_only' };
    return refuse(reading, 'model.either-or', params, place);
  }
  if (except) return { kind: 'except', items: except };
  return only && { kind: 'only', items: only };
}

function readStageFilter(fields: DeclaredFields, place: KeyPath, reading: Reading): StageDefinition['filter'] {
  const at = placeOf(place, 'filter');
  const filter = fields.has('filter') ? readFields(fields.get('filter'), filterKeys, at, reading) : undefined;
  if (!filter) return { include: [], isFixed: false };
  const list = (key: string) => (filter.has(key) ? readReferences(filter, key, at, reading) : undefined);
  const mode = readChoice(filter, 'mode', ['relative', 'fixed'], at, reading);
  const kept = oneOf(list('exclude'), list('keep_only'), at, reading);
  return {
    ...optional('kept', kept),
    include: readModelFilters(filter, 'include', at, reading),
    isFixed: mode === 'fixed',
  };
}

/** Reads filters like those of queries, over members by name. */
function readModelFilters(
  fields: DeclaredFields,
  key: string,
  place: KeyPath,
  reading: Reading,
): readonly FilterDefinition[] {
  return readEach(fields, key, place, reading, (item, at) => readModelFilter(item, at, reading));
}

function readModelFilter(value: unknown, place: KeyPath, reading: Reading): FilterDefinition | undefined {
  const fields = readFields(value, memberFilterKeys, place, reading);
  if (!fields) return undefined;
  for (const kind of ['and', 'or'] as const) {
    if (fields.has(kind)) return { kind, filters: readModelFilters(fields, kind, place, reading) };
  }
  const isComplete = [requireField(fields, 'member', place, reading), requireField(fields, 'operator', place, reading)];
  if (isComplete.includes(false)) return undefined;
  const member = readReference(fields.get('member'), placeOf(place, 'member'), reading);
  const operator = readOperator(fields, place, reading);
  if (!member || operator === undefined) return undefined;
  const values = fields.has('values') ? readList(fields, 'values', place, reading).map(filterValue) : undefined;
  return { kind: 'member', member, operator, ...optional('values', values) };
}

function filterValue(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function readTimeShifts(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly TimeShiftDefinition[] {
  const list = placeOf(place, 'time_shift');
  const items = readList(fields, 'time_shift', place, reading);
  return items.flatMap((item, index) => {
    const at = placeOf(list, index);
    const shift = readFields(item, shiftKeys, at, reading);
    if (!shift) return [];
    if (items.length > 1 && !shift.has('time_dimension')) {
      const path = labelOf(place);
      const params = { piece: reading.piece, path, missing: `${path}.timeShift[${index}].timeDimension` };
      refuse(reading, 'model.time-shift-without-dimension', params, at);
    }
    const dimension = shift.has('time_dimension')
      ? readReference(shift.get('time_dimension'), placeOf(at, 'time_dimension'), reading)
      : undefined;
    const by = readShiftBy(shift, at, reading);
    return by ? [{ place: at, ...optional('dimension', dimension), by }] : [];
  });
}

/** Reads a shift: a name, or the interval added to the stored time; `prior` brings earlier rows forward. */
export function readShiftBy(
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): TimeShiftDefinition['by'] | undefined {
  const { piece } = reading;
  const name = readText(fields, 'name', place, reading);
  if (name !== undefined) {
    if (!fields.has('interval') && !fields.has('type')) return { kind: 'named', name };
    return refuse(reading, 'model.either-or', { piece, path: labelOf(place), one: 'name', other: 'interval' }, place);
  }
  const interval = readInterval(fields, place, reading);
  return interval && { kind: 'interval', interval };
}

export function readInterval(fields: DeclaredFields, place: KeyPath, reading: Reading) {
  if (!requireField(fields, 'interval', place, reading)) return undefined;
  const text = readText(fields, 'interval', place, reading);
  const type = requireField(fields, 'type', place, reading)
    ? readChoice(fields, 'type', ['prior', 'next'], place, reading)
    : undefined;
  if (text === undefined || type === undefined) return undefined;
  const parts = parseInterval(text);
  const at = placeOf(place, 'interval');
  if (!parts) return refuse(reading, 'model.bad-interval', { piece: reading.piece, path: labelOf(at), text }, at);
  return intervalOf(parts.map(({ count, unit }) => ({ unit, count: type === 'prior' ? count : -count })));
}

function readOrderBy(fields: DeclaredFields, place: KeyPath, reading: Reading): StageDefinition['orderBy'] {
  return readEach(fields, 'order_by', place, reading, (item, at) => {
    const order = readFields(item, orderKeys, at, reading);
    if (!order || !requireField(order, 'sql', at, reading)) return undefined;
    const sql = readSql(order, 'sql', at, reading);
    const direction = readChoice(order, 'dir', ['asc', 'desc'], at, reading);
    return sql && { sql, isDescending: direction === 'desc' };
  });
}

function readMeasureChoice(fields: DeclaredFields, place: KeyPath, reading: Reading): ChoiceDefinition | undefined {
  if (!fields.has('case')) return undefined;
  if (fields.has('sql')) {
    const params = { piece: reading.piece, path: labelOf(place), one: 'sql', other: 'case' };
    return refuse(reading, 'model.either-or', params, place);
  }
  return readSwitchOf(fields.get('case'), placeOf(place, 'case'), reading);
}
