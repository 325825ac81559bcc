import type { RefreshSchedule } from '../../model/index.ts';
import { dayMs, hourMs, minuteMs, parseZone, secondMs, utc, type Zone } from '../../time/index.ts';
import { parseCron } from './cron.ts';
import type { RefreshKeyDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readBoolean,
  readFields,
  readText,
  refuse,
  shape,
} from '../fields/read-fields.ts';
import { readSql, withoutSemicolon } from '../fields/read-sql.ts';

const cubeKeys = shape(['every', 'sql', 'timezone', 'immutable']);
const preAggregationKeys = shape([...cubeKeys.known, 'incremental', 'update_window']);

/** Default interval for the SQL of a key. */
const defaultSqlIntervalMs = 10 * secondMs;

/** Reads when answers over the rows of a cube expire. */
export function readRefreshKey(
  owner: DeclaredFields,
  ownerPlace: KeyPath,
  reading: Reading,
): RefreshKeyDefinition | undefined {
  if (!owner.has('refresh_key')) return undefined;
  const place = placeOf(ownerPlace, 'refresh_key');
  const fields = readFields(owner.get('refresh_key'), cubeKeys, place, reading);
  if (!fields) return undefined;
  const sql = readSql(fields, 'sql', place, reading);
  const isImmutable = readBoolean(fields, 'immutable', place, reading);
  const timing = readTiming(fields, place, reading);
  if (refuseMixture(fields, timing, place, reading)) return undefined;
  const schedule = timing?.schedule;
  if (sql) {
    return {
      kind: 'sql',
      sql: withoutSemicolon(sql),
      ...optional('every', schedule?.every),
      everyMs: schedule?.everyMs ?? defaultSqlIntervalMs,
    };
  }
  if (schedule) return { kind: 'schedule', ...schedule };
  if (isImmutable) return { kind: 'immutable' };
  if (['sql', 'every', 'immutable'].some((key) => fields.has(key) && fields.get(key) !== false)) return undefined;
  const params = { piece: reading.piece, path: labelOf(place), needs: 'sql, every or immutable: true' };
  return refuse(reading, 'model.needs-key', params, place);
}

/** Reads the key of a pre-aggregation, which is not built yet: its SQL stays text, and it may be refreshed in parts. */
export function readPreAggregationRefreshKey(
  owner: DeclaredFields,
  ownerPlace: KeyPath,
  reading: Reading,
): { readonly isIncremental: boolean } {
  if (!owner.has('refresh_key')) return { isIncremental: false };
  const place = placeOf(ownerPlace, 'refresh_key');
  const fields = readFields(owner.get('refresh_key'), preAggregationKeys, place, reading);
  if (!fields) return { isIncremental: false };
  readText(fields, 'sql', place, reading);
  readBoolean(fields, 'immutable', place, reading);
  readInterval(fields, 'update_window', place, reading);
  const isIncremental = readBoolean(fields, 'incremental', place, reading) ?? false;
  refuseMixture(fields, readTiming(fields, place, reading), place, reading);
  return { isIncremental };
}

interface Timing {
  readonly schedule: RefreshSchedule;
  readonly isCron: boolean;
}

function readTiming(fields: DeclaredFields, place: KeyPath, reading: Reading): Timing | undefined {
  const every = readText(fields, 'every', place, reading);
  const zone = readZone(fields, place, reading);
  if (every === undefined) return undefined;
  if (interval.test(every)) {
    const everyMs = readInterval(fields, 'every', place, reading);
    return everyMs === undefined ? undefined : { schedule: { every, everyMs, phaseMs: 0, zone }, isCron: false };
  }
  const at = placeOf(place, 'every');
  const cron = parseCron(every);
  switch (cron.kind) {
    case 'invalid':
      return refuse(reading, 'model.bad-cron', { text: every, reason: cron.reason }, at, {
        hint: `An interval is written like 10 minutes, in seconds, minutes, hours, days or weeks; a schedule like 30 5 * * *`,
      });
    case 'uneven':
      return refuse(reading, 'model.uneven-cron', { text: every }, at, {
        hint: 'Use an interval of seconds, minutes or hours that divides a day, or once a day or once a week; or use sql',
      });
    case 'even':
      return { schedule: { every, everyMs: cron.everyMs, phaseMs: cron.phaseMs, zone }, isCron: true };
  }
}

const interval = /^(\d+) (second|minute|hour|day|week)s?$/;
const unitMs: ReadonlyMap<string, number> = new Map([
  ['second', secondMs],
  ['minute', minuteMs],
  ['hour', hourMs],
  ['day', dayMs],
  ['week', 7 * dayMs],
]);

/** Longer ones are typing errors; what never changes is written `immutable: true`. */
const maxIntervalMs = 36_525 * dayMs;

function readInterval(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): number | undefined {
  const text = readText(fields, key, place, reading);
  if (text === undefined) return undefined;
  const at = placeOf(place, key);
  const params = { piece: reading.piece, path: labelOf(at), text };
  const [, count, unit = ''] = interval.exec(text) ?? [];
  if (count === undefined) return refuse(reading, 'model.bad-interval', params, at);
  const ms = Number(count) * (unitMs.get(unit) ?? 0);
  if (ms > 0 && ms <= maxIntervalMs) return ms;
  return refuse(reading, 'model.interval-range', params, at, { hint: 'What never changes is immutable: true' });
}

function readZone(fields: DeclaredFields, place: KeyPath, reading: Reading): Zone {
  const text = readText(fields, 'timezone', place, reading);
  if (text === undefined) return utc;
  const zone = parseZone(text);
  if (zone) return zone;
  const at = placeOf(place, 'timezone');
  refuse(reading, 'model.unknown-timezone', { piece: reading.piece, path: labelOf(at), text }, at, {
    hint: 'Write a name of the IANA time zone database, such as Europe/Berlin',
  });
  return utc;
}

/** @returns whether keys contradict each other */
function refuseMixture(fields: DeclaredFields, timing: Timing | undefined, place: KeyPath, reading: Reading): boolean {
  const { piece } = reading;
  const clash = clashIn(fields, timing);
  if (clash) {
    refuse(reading, 'model.either-or', { piece, path: labelOf(place), ...clash }, placeOf(place, clash.key));
    return true;
  }
  if (fields.has('timezone') && !fields.has('every')) {
    const at = placeOf(place, 'timezone');
    refuse(reading, 'model.needs-key', { piece, path: labelOf(at), needs: 'every' }, at);
  }
  return false;
}

function clashIn(
  fields: DeclaredFields,
  timing: Timing | undefined,
): { readonly one: string; readonly other: string; readonly key: string } | undefined {
  if (fields.get('immutable') === true) {
    const key = [...fields.keys()].find((one) => one !== 'immutable');
    return key === undefined ? undefined : { one: 'immutable', other: key, key };
  }
  if (!fields.has('sql')) return undefined;
  // The result of SQL has no zone, and cannot be refreshed in parts.
  const key = ['incremental', 'timezone'].find((one) => fields.has(one) && fields.get(one) !== false);
  if (key !== undefined) return { one: 'sql', other: key, key };
  return timing?.isCron ? { one: 'sql', other: 'a cron schedule', key: 'every' } : undefined;
}
