import {
  type Civil,
  civilToInstant,
  type Instant,
  instantToCivil,
  parseZone,
  transitionsBetween,
  utc,
  type Zone,
} from '@orrery/semantic';
import type { SqlType } from '../../types/index.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';
import { fieldNamed } from '../scalar/extract.ts';
import type { SourceRendering } from '../source/rules.ts';

// MySQL has no type for moments, and servers without tables of zones have no zones. Moments are constants, computed here.

const hourMs = 3_600_000;

/** A moment as a constant. Its text is read for NULL only. */
function momentAt(instant: number): Rendered | CannotRender {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return cannot('this moment is beyond MySQL');
  const constant = date.toISOString();
  return { text: quoted(constant), type: { name: 'timestamptz' }, constant };
}

/**
 * Returns the wall clock of the session at a moment. Close to a clock change wall clocks do not have the order of
 * moments, so they are refused there.
 */
function readingOf(instant: Instant, zone: Zone): string | CannotRender {
  if (transitionsBetween(zone, (instant - 3 * hourMs) as Instant, (instant + 3 * hourMs) as Instant).length > 0)
    return cannot('MySQL has no zones, and this moment stands beside a change of the clocks');
  const civil = instantToCivil(zone, instant).replace('T', ' ');
  return /^[1-9]\d{3}-/.test(civil) ? civil : cannot('this moment is beyond MySQL');
}

/** @param value as `2024-01-31 10:00:00.123456+01:00`, or with the name of a zone behind a blank */
export function momentOf(value: string, session: string): Rendered | CannotRender {
  const zone = parseZone(session);
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})0*)?(?:([+-]\d\d)(?::?(\d\d))?| ([A-Za-z].*))$/.exec(
    value,
  );
  if (!zone || !parts) return cannot(`the moment ${value} is not written for MySQL`);
  const [, day = '', clock = '', fraction = '', hours, minutes = '00', named] = parts;
  const reading = `${day}T${clock}.${fraction.padEnd(3, '0')}`;
  if (hours !== undefined) return momentAt(Date.parse(`${reading}${hours}:${minutes}`));
  const other = parseZone(named ?? '');
  return other ? momentShown(reading as Civil, other, 0) : cannot(`there is no zone ${named}`);
}

function instantOf({ constant }: Rendered): Instant | undefined {
  const instant = typeof constant === 'string' ? Date.parse(constant) : Number.NaN;
  return Number.isNaN(instant) ? undefined : (instant as Instant);
}

const noMoment = cannot('MySQL has no moments: only constants and now() are computed before');

/** A reading of the session's clocks as the moment that it shows, where readings are moments. */
export function momentOn({ text }: Rendered, type: SqlType, session: string): Rendered | CannotRender {
  return parseZone(session) === utc ? { text: `CAST(${text} AS DATETIME(6))`, type } : noMoment;
}

/** MySQL rounds a time of half a second before midnight to the next day. */
export function dayOf(text: string): string {
  return `(DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', ${text}) DAY)`;
}

/** The reading of the session's clocks, as another type. */
export function localText(moment: Rendered, to: SqlType, session: string): Rendered | CannotRender {
  const [zone, instant] = [parseZone(session), instantOf(moment)];
  if (zone === utc && instant === undefined)
    return to.name === 'date' ? { text: dayOf(moment.text), type: to } : { text: moment.text, type: to };
  if (!zone || instant === undefined) return noMoment;
  const civil = readingOf(instant, zone);
  if (typeof civil !== 'string') return civil;
  if (to.name === 'timestamp') return { text: `CAST(${quoted(civil)} AS DATETIME(6))`, type: to, constant: civil };
  if (to.name === 'date') return { text: `DATE ${quoted(civil.slice(0, 10))}`, type: to, constant: civil.slice(0, 10) };
  return noMoment;
}

/** A constant that is moved on the clocks of the session. */
function movedTo(
  moment: Rendered,
  session: StatementSession,
  move: (reading: Date) => void,
  ms = 0,
): Rendered | CannotRender {
  const [zone, instant] = [parseZone(session.zone), instantOf(moment)];
  if (!zone || instant === undefined) return noMoment;
  const reading = new Date(`${instantToCivil(zone, instant)}Z`);
  move(reading);
  if (Number.isNaN(reading.getTime())) return cannot('this moment is beyond MySQL');
  return momentShown(reading.toISOString().slice(0, -1) as Civil, zone, ms);
}

/** The moment at which clocks show a reading, when they show it once, and so many milliseconds later. */
function momentShown(civil: Civil, zone: Zone, ms: number): Rendered | CannotRender {
  const [from, to] = [civilToInstant(zone, civil, 'from'), civilToInstant(zone, civil, 'to')];
  if (from !== to || instantToCivil(zone, from) !== civil)
    return cannot('the moment stands beside a change of the clocks');
  return momentAt(from + ms);
}

/** Moves a moment by an interval, both of them constants. */
export const movedMoment =
  (sign: 1 | -1, isReversed = false): SourceRendering =>
  (args, _type, session) => {
    const [moment, by] = isReversed ? args.toReversed() : args;
    const parts = by && intervalOf(by);
    if (!moment || !parts || parts.microseconds % 1000 !== 0) return noMoment;
    const instant = instantOf(moment);
    const ms = (sign * parts.microseconds) / 1000;
    if (parts.months === 0 && parts.days === 0 && instant !== undefined) return momentAt(instant + ms);
    const move = (reading: Date) => {
      addMonths(reading, sign * parts.months);
      reading.setUTCDate(reading.getUTCDate() + sign * parts.days);
    };
    return movedTo(moment, session, move, ms);
  };

function addMonths(reading: Date, months: number): void {
  const day = reading.getUTCDate();
  reading.setUTCDate(1);
  reading.setUTCMonth(reading.getUTCMonth() + months);
  const last = new Date(Date.UTC(reading.getUTCFullYear(), reading.getUTCMonth() + 1, 0)).getUTCDate();
  reading.setUTCDate(Math.min(day, last));
}

/** An interval that is a constant. */
export function intervalOf({
  type,
  constant,
}: Rendered): { readonly months: number; readonly days: number; readonly microseconds: number } | undefined {
  const parts = type.name === 'interval' ? /^(-?\d+) (-?\d+) (-?\d+)$/.exec(constant ?? '') : null;
  if (!parts) return undefined;
  const [months = 0, days = 0, microseconds = 0] = parts.slice(1).map(Number);
  return Number.isSafeInteger(microseconds) ? { months, days, microseconds } : undefined;
}

export const truncatedMoment: SourceRendering = ([unit, moment, other], _type, session) => {
  const word = fieldNamed(unit?.constant ?? '');
  const place = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'].indexOf(word);
  if (!moment || other || place === -1) return noMoment;
  return movedTo(moment, session, (reading) => {
    const [month, weekday] = [reading.getUTCMonth(), (reading.getUTCDay() + 6) % 7];
    if (word === 'week') reading.setUTCDate(reading.getUTCDate() - weekday);
    if (place <= 2) reading.setUTCMonth(word === 'year' ? 0 : word === 'quarter' ? month - (month % 3) : month, 1);
    reading.setUTCHours(place <= 4 ? 0 : reading.getUTCHours());
    reading.setUTCMinutes(place <= 5 ? 0 : reading.getUTCMinutes());
    reading.setUTCSeconds(place <= 6 ? 0 : reading.getUTCSeconds(), 0);
  });
};

export const nowMoment: SourceRendering = (_args, _type, { now, zone }) => momentOf(now, zone);

/** The reading of now, as another type. */
export const nowAs =
  (name: 'timestamp' | 'date'): SourceRendering =>
  (_args, _type, { now, zone }) => {
    const moment = momentOf(now, zone);
    return isCannot(moment) ? moment : localText(moment, { name }, zone);
  };

/** Other arguments as they are; a moment as the reading of the session's clocks. */
export function onClock(args: readonly Rendered[], session: StatementSession): readonly Rendered[] | CannotRender {
  const read: Rendered[] = [];
  for (const arg of args) {
    const one = arg.type.name === 'timestamptz' ? localText(arg, { name: 'timestamp' }, session.zone) : arg;
    if (isCannot(one)) return one;
    read.push(one);
  }
  return read;
}
