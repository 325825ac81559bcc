import {
  addUnits,
  type Clock,
  type Instant,
  instantToClock,
  isTimeUnit,
  parseZone,
  startOfUnit,
  type TimeUnit,
  transitionsBetween,
  type Zone,
} from '@orrery/semantic';
import { fieldNamed, readLiteral, type StatementSession } from '../../../functions/index.ts';
import type { Scalar } from '../../../relation/index.ts';

/** A constant of a type of times, to the millisecond. */
export type ConstantTime =
  /** A day, or the reading of a clock. */
  | { readonly kind: 'reading'; readonly at: Clock; readonly isDay: boolean }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'interval'; readonly months: number; readonly days: number; readonly ms: number }
  | { readonly kind: 'number'; readonly value: number };

/** The part of a statement's session that constants may read. */
export type TimeSession = Pick<StatementSession, 'zone' | 'now'>;

const dayMs = 86_400_000;
/** No zone is further from its own offset of a day before. */
const aroundMs = 26 * 3_600_000;
const firstReading = Date.parse('0001-01-01T00:00:00Z');
const lastReading = Date.parse('9999-12-31T23:59:59.999Z');

/** Computes an expression over constants and the clock; undefined for what this does not know, or not exactly. */
export function constantTime(scalar: Scalar, session: TimeSession): ConstantTime | undefined {
  const found = computed(scalar, session);
  const isTime = found?.kind === 'reading' || found?.kind === 'instant';
  return isTime && !isInCalendar(found.at) ? undefined : found;
}

/** Whether filters know a time: it is in the years 1 to 9999. */
export function isInCalendar(at: Clock | Instant): boolean {
  return at >= firstReading && at <= lastReading;
}

/**
 * The reading of the clocks of the session at an instant. Absent while their offset changes, when the order of readings
 * is not that of instants.
 */
export function readingAt(at: Instant, { zone }: TimeSession): Clock | undefined {
  const known = parseZone(zone);
  return known && isSteady(known, at) ? instantToClock(known, at) : undefined;
}

/** The instant of a reading of those clocks; absent as in `readingAt`. */
export function instantOf(reading: Clock, { zone }: TimeSession): Instant | undefined {
  const known = parseZone(zone);
  if (!known) return undefined;
  const asIfUtc = reading as number as Instant; // an offset of less than a day away
  if (!isSteady(known, asIfUtc)) return undefined;
  const offset = instantToClock(known, asIfUtc) - asIfUtc;
  const at = (reading - offset) as Instant;
  return isSteady(known, at) ? at : undefined;
}

function isSteady(zone: Zone, at: Instant): boolean {
  if (!isInCalendar(at)) return false;
  return transitionsBetween(zone, (at - aroundMs) as Instant, (at + aroundMs) as Instant).length === 0;
}

function computed(scalar: Scalar, session: TimeSession): ConstantTime | undefined {
  switch (scalar.kind) {
    case 'constant':
      return scalar.value === null ? undefined : literal(scalar.type.name, scalar.value, session);
    case 'cast': {
      const { operand, type } = scalar;
      if (type.modifier !== undefined) return undefined;
      const isText = operand.kind === 'constant' && (operand.type.name === 'unknown' || operand.type.name === 'text');
      if (isText) return operand.value === null ? undefined : literal(type.name, operand.value, session);
      const value = constantTime(operand, session);
      return value && castTo(type.name, value, session);
    }
    case 'call':
      return called(scalar, session);
    default:
      return undefined;
  }
}

function literal(type: string, text: string, session: TimeSession): ConstantTime | undefined {
  switch (type) {
    case 'date':
    case 'timestamp': {
      const read = readLiteral({ name: type }, text, session.zone);
      const at = 'value' in read ? readingOf(read.value) : undefined;
      return at === undefined ? undefined : { kind: 'reading', at, isDay: type === 'date' };
    }
    case 'timestamptz': {
      const read = readLiteral({ name: type }, text, session.zone);
      return 'value' in read ? momentOf(read.value) : undefined;
    }
    case 'interval': {
      const read = readLiteral({ name: type }, text, session.zone);
      const [months = 0, days = 0, micros = 0] = 'value' in read ? read.value.split(' ').map(Number) : [];
      const isKnown = 'value' in read && micros % 1000 === 0;
      return isKnown ? { kind: 'interval', months, days, ms: micros / 1000 } : undefined;
    }
    case 'int2':
    case 'int4':
    case 'int8':
    case 'numeric':
    case 'float8': {
      const value = Number(text);
      return Number.isSafeInteger(value) ? { kind: 'number', value } : undefined;
    }
    default:
      return undefined;
  }
}

/** `2024-01-31` or `2024-01-31 10:00:00.5`, to the millisecond. */
function readingOf(text: string): Clock | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3})0*)?)?$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`);
  return Number.isNaN(at) ? undefined : (at as Clock);
}

function momentOf(text: string): ConstantTime | undefined {
  const [, local = '', sign, hours = '0', minutes = '0', zone] =
    /^(.*?)(?:([+-])(\d{2}):?(\d{2})?| ([A-Za-z][\w/+-]*))$/.exec(text) ?? [];
  const reading = readingOf(local);
  if (reading === undefined) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const at = zone === undefined ? ((reading - offset) as number as Instant) : instantOf(reading, { zone, now: '' });
  return at === undefined ? undefined : { kind: 'instant', at };
}

function castTo(type: string, value: ConstantTime, session: TimeSession): ConstantTime | undefined {
  switch (type) {
    case 'date':
    case 'timestamp': {
      const reading = value.kind === 'instant' ? readingAt(value.at, session) : undefined;
      const at = value.kind === 'reading' ? value.at : reading;
      if (at === undefined) return undefined;
      return type === 'date'
        ? { kind: 'reading', at: startOfUnit('day', at), isDay: true }
        : { kind: 'reading', at, isDay: false };
    }
    case 'timestamptz': {
      const at = value.kind === 'reading' ? instantOf(value.at, session) : undefined;
      if (value.kind === 'instant') return value;
      return at === undefined ? undefined : { kind: 'instant', at };
    }
    case 'interval':
      return value.kind === 'interval' ? value : undefined;
    case 'int4':
    case 'int8':
    case 'numeric':
    case 'float8':
      return value.kind === 'number' ? value : undefined;
    default:
      return undefined;
  }
}

const clocks: ReadonlySet<string> = new Set([
  'now',
  'current_timestamp',
  'transaction_timestamp',
  'statement_timestamp',
]);

function called({ function: { name }, arguments: given }: Scalar & { kind: 'call' }, session: TimeSession) {
  if (given.length === 0) {
    if (clocks.has(name)) return literal('timestamptz', session.now, session);
    if (name === 'current_date') return castTo('date', nowOf(session), session);
    return name === 'localtimestamp' ? castTo('timestamp', nowOf(session), session) : undefined;
  }
  const [first, second] = given;
  if (!first) return undefined;
  if (name === 'to_timestamp' || name === 'to_date') return byFormat(name, given, session);
  if (name === 'extract' || name === 'date_part') return second && yearOf(first, second, session);
  if (name === 'date_trunc') return second && given.length === 2 ? truncated(first, second, session) : undefined;
  const left = constantTime(first, session);
  if (!second) return left?.kind === 'interval' && name === '-' ? scaled(left, -1) : undefined;
  const right = constantTime(second, session);
  if (!left || !right || given.length > 2) return undefined;
  if (name === '*' && left.kind === 'interval' && right.kind === 'number') return scaled(left, right.value);
  if (name === '*' && right.kind === 'interval' && left.kind === 'number') return scaled(right, left.value);
  if (name === '+') return added(left, right, session) ?? added(right, left, session);
  if (name !== '-') return undefined;
  if (right.kind === 'interval') return added(left, scaled(right, -1), session);
  return right.kind === 'number' ? added(left, { ...right, value: -right.value }, session) : undefined;
}

function nowOf(session: TimeSession): ConstantTime {
  const now = literal('timestamptz', session.now, session);
  if (!now) throw new Error('the instant of a session has milliseconds');
  return now;
}

function scaled({ months, days, ms }: ConstantTime & { kind: 'interval' }, by: number): ConstantTime {
  return { kind: 'interval', months: months * by, days: days * by, ms: ms * by };
}

/** Moves a time by an interval, and a day by a number of days. */
function added(to: ConstantTime, by: ConstantTime, session: TimeSession): ConstantTime | undefined {
  if (to.kind === 'reading') {
    if (by.kind === 'number') return to.isDay ? { ...to, at: (to.at + by.value * dayMs) as Clock } : undefined;
    return by.kind === 'interval' ? { kind: 'reading', at: onClock(to.at, by, by.ms), isDay: false } : undefined;
  }
  if (by.kind !== 'interval') return undefined;
  if (to.kind === 'interval') {
    return { kind: 'interval', months: to.months + by.months, days: to.days + by.days, ms: to.ms + by.ms };
  }
  if (to.kind !== 'instant') return undefined;
  // Months and days are those of the calendar of the session, hours are as long everywhere.
  const local = by.months === 0 && by.days === 0 ? undefined : readingAt(to.at, session);
  const moved = by.months === 0 && by.days === 0 ? to.at : local && instantOf(onClock(local, by, 0), session);
  return moved === undefined ? undefined : { kind: 'instant', at: (moved + by.ms) as Instant };
}

function onClock(at: Clock, { months, days }: { months: number; days: number }, ms: number): Clock {
  const moved = months === 0 ? at : addUnits('month', months, at);
  return (moved + days * dayMs + ms) as Clock;
}

function truncated(name: Scalar, time: Scalar, session: TimeSession): ConstantTime | undefined {
  const unit = unitOf(name);
  const value = unit && constantTime(time, session);
  if (!unit || !value) return undefined;
  if (value.kind === 'reading') return { kind: 'reading', at: startOfUnit(unit, value.at), isDay: false };
  const local = value.kind === 'instant' ? readingAt(value.at, session) : undefined;
  const at = local === undefined ? undefined : instantOf(startOfUnit(unit, local), session);
  return at === undefined ? undefined : { kind: 'instant', at };
}

/** Formats of tools, with the texts that they read as they stand. */
const formats: Readonly<Record<string, RegExp>> = {
  'YYYY-MM-DD': /^\d{4}-\d{2}-\d{2}$/,
  'YYYY-MM-DD HH24:MI:SS': /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
  'YYYY-MM-DD HH24:MI:SS.MS': /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/,
  'YYYY-MM-DD HH24:MI:SS.US': /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/,
};

function byFormat(name: string, given: readonly Scalar[], session: TimeSession): ConstantTime | undefined {
  const [text = null, format = null] = given.map((one) => (one.kind === 'constant' ? one.value : null));
  if (text === null || format === null || given.length > 2) return undefined;
  if (!Object.hasOwn(formats, format) || !formats[format]?.test(text)) return undefined;
  const value = literal('timestamp', text, session);
  return value && castTo(name === 'to_date' ? 'date' : 'timestamptz', value, session);
}

function yearOf(unit: Scalar, time: Scalar, session: TimeSession): ConstantTime | undefined {
  if (unitOf(unit) !== 'year') return undefined;
  const value = constantTime(time, session);
  const local = value && castTo('timestamp', value, session);
  return local?.kind === 'reading' ? { kind: 'number', value: new Date(local.at).getUTCFullYear() } : undefined;
}

/** The unit that a constant names, in the spellings that PostgreSQL and tools have. */
export function unitOf(name: Scalar): TimeUnit | undefined {
  const field = name.kind === 'constant' && name.value !== null ? fieldNamed(name.value) : '';
  return isTimeUnit(field) ? field : undefined;
}
