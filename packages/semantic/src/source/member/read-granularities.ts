import {
  addInterval,
  bucketsFrom,
  clock,
  type Clock,
  hourMs,
  type Instant,
  type Interval,
  intervalOf,
  type IntervalPart,
  isTimeUnit,
  minuteMs,
  parseInterval,
  startOfUnit,
  type TimeUnit,
  unitInterval,
} from '../../time/index.ts';
import type { GranularityDefinition } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readFields,
  readList,
  readText,
  refuse,
  shape,
} from '../fields/read-fields.ts';
import { readName } from '../fields/read-name.ts';
import { readSql } from '../fields/read-sql.ts';

const keys = shape(['name', 'title', 'interval', 'offset', 'origin', 'sql']);

/** @param dimension the name of the dimension that defines them */
export function readGranularities(
  fields: DeclaredFields,
  dimension: string,
  isTime: boolean,
  place: KeyPath,
  reading: Reading,
): readonly GranularityDefinition[] {
  const list = placeOf(place, 'granularities');
  const items = readList(fields, 'granularities', place, reading);
  if (items.length > 0 && !isTime) {
    refuse(reading, 'model.granularities-of-no-time', { piece: reading.piece, path: labelOf(list) }, list, {
      mark: 'key',
    });
    return [];
  }
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const unnamed = placeOf(list, index);
    const before = reading.findings.length;
    const its = readFields(item, keys, unnamed, reading);
    const name = its && readName(its, 'granularity', unnamed, reading);
    if (!its || name === undefined) return [];
    const at = placeOf(list, index, name);
    if (seen.has(name)) {
      const cube = reading.piece.replace(/ cube$/, '');
      refuse(reading, 'model.duplicate-granularity', { name, dimension, cube }, placeOf(at, 'name'));
      return [];
    }
    seen.add(name);
    const made = readGranularity(name, its, at, reading);
    // With a key that was not understood, its buckets might be others.
    return made && reading.findings.length === before ? made : [];
  });
}

function readGranularity(
  name: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): GranularityDefinition | undefined {
  const { piece } = reading;
  const title = readText(fields, 'title', place, reading) ?? name;
  const interval = readDistance(fields, 'interval', place, reading);
  const offset = readDistance(fields, 'offset', place, reading);
  const origin = readOrigin(fields, place, reading);
  const sql = readSql(fields, 'sql', place, reading);
  const shown = {
    name,
    title,
    ...optional('interval', interval?.text),
    ...optional('offset', offset?.text),
    ...optional('origin', origin?.text),
  };
  if (fields.has('sql')) {
    const other = ['offset', 'origin'].find((key) => fields.has(key));
    if (other) return refuse(reading, 'model.either-or', { piece, path: labelOf(place), one: 'sql', other }, place);
    return sql && { ...shown, buckets: { kind: 'sql', sql } };
  }
  if (isTimeUnit(name)) {
    if (isBuiltIn(name, interval?.parts) && !fields.has('offset') && !fields.has('origin')) return undefined;
    return refuse(reading, 'model.built-in-granularity', { piece, name }, placeOf(place, 'name'));
  }
  if (!fields.has('interval')) {
    return refuse(reading, 'model.required', { piece, path: labelOf(placeOf(place, 'interval')) }, place);
  }
  if (!interval || (fields.has('offset') && !offset) || (fields.has('origin') && !origin)) return undefined;
  if (origin && offset) {
    return refuse(reading, 'model.either-or', { piece, path: labelOf(place), one: 'origin', other: 'offset' }, place);
  }
  if (!isPositive(interval.parts)) {
    const at = placeOf(place, 'interval');
    return refuse(reading, 'model.bad-distance', { piece, path: labelOf(at), text: interval.text }, at);
  }
  const buckets = origin
    ? bucketsAt(origin.at, intervalOf(interval.parts))
    : withoutOrigin(interval.parts, intervalOf(offset?.parts ?? []));
  if (!buckets) {
    const at = placeOf(place, 'interval');
    const hint = 'Give an origin: a date at which one of its buckets begins';
    return refuse(reading, 'model.arbitrary-interval', { piece }, at, { hint });
  }
  return { ...shown, buckets };
}

interface Distance {
  readonly text: string;
  readonly parts: readonly IntervalPart[];
}

function readDistance(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): Distance | undefined {
  const text = readText(fields, key, place, reading);
  if (text === undefined) return undefined;
  const parts = parseInterval(text);
  const at = placeOf(place, key);
  return parts
    ? { text: text.trim(), parts }
    : refuse(reading, 'model.bad-distance', { piece: reading.piece, path: labelOf(at), text }, at);
}

/** Whether an interval is one of the unit, as `1 day` or `7 days` for a week. */
function isBuiltIn(name: TimeUnit, parts: readonly IntervalPart[] | undefined): boolean {
  if (!parts || !isPositive(parts)) return false;
  const [given, own] = [intervalOf(parts), unitInterval(name)];
  return given.months === own.months && given.ms === own.ms;
}

function isPositive(parts: readonly IntervalPart[]): boolean {
  return parts.every(({ count }) => count >= 0) && parts.some(({ count }) => count > 0);
}

const originForm =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/;

interface GranularityOrigin {
  readonly text: string;
  readonly at: OriginAt;
}

/** Without a zone it is on the caller's clock. */
type OriginAt =
  | { readonly kind: 'clock'; readonly reading: Clock }
  | { readonly kind: 'instant'; readonly instant: Instant };

function bucketsAt(at: OriginAt, interval: Interval): GranularityDefinition['buckets'] {
  return at.kind === 'clock'
    ? bucketsFrom(at.reading, interval)
    : { kind: 'from-instant', origin: at.instant, interval };
}

/** A date, or a date and a time with or without a zone. */
function readOrigin(fields: DeclaredFields, place: KeyPath, reading: Reading): GranularityOrigin | undefined {
  const value = fields.get('origin');
  if (value === undefined) return undefined;
  const text = String(value).trim();
  const match = originForm.exec(text);
  const at = placeOf(place, 'origin');
  const bad = () => refuse(reading, 'model.bad-origin', { piece: reading.piece, text }, at);
  if (!match) return bad();
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const civil = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}`;
  const time = Date.parse(`${civil}Z`);
  // A date that does not exist, such as 31 February, is refused.
  if (Number.isNaN(time) || new Date(time).toISOString() !== `${civil}Z` || year === '0000') return bad();
  if (zone === undefined) return { text, at: { kind: 'clock', reading: time as Clock } };
  const offsetMs = readOffset(zone);
  return offsetMs === undefined ? bad() : { text, at: { kind: 'instant', instant: (time - offsetMs) as Instant } };
}

/** How far clocks are ahead of UTC. */
function readOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}

/** An interval that divides its natural parent begins with the year, on a Monday if it is a week. */
function withoutOrigin(parts: readonly IntervalPart[], offset: Interval): GranularityDefinition['buckets'] | undefined {
  const [only, ...others] = parts;
  if (!only || others.length > 0) return undefined;
  const { count, unit } = only;
  const someYear = clock(2024, 1, 1);
  switch (unit) {
    case 'year':
      return count === 1 ? fromYear(12) : { kind: 'years', years: count, offset };
    case 'quarter':
      return 4 % count === 0 ? fromYear(3 * count) : undefined;
    case 'month':
      return 12 % count === 0 ? fromYear(count) : undefined;
    case 'week':
    case 'day':
      return count === 1 ? stepping() : undefined;
    case 'hour':
      return 24 % count === 0 ? stepping() : undefined;
    case 'minute':
    case 'second':
      return 60 % count === 0 ? stepping() : undefined;
  }

  function fromYear(months: number): GranularityDefinition['buckets'] {
    return { kind: 'months', months, first: 2024 * 12 + offset.months, shiftMs: offset.ms };
  }

  function stepping(): GranularityDefinition['buckets'] {
    return bucketsFrom(addInterval(startOfUnit('week', someYear), offset), intervalOf(parts));
  }
}
