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
import type { SourceRendering } from './rules.ts';

/** How an engine writes the readings of clocks that moments become. */
interface ReadingWords {
  /** The name of the engine, for refusals. */
  readonly engine: string;
  /** @param value SQL of a day, of a reading, or of a text like `2024-01-31 10:00:00.000` */
  timestamp(value: string): string;
  /** @param timestamp SQL of a reading @returns its day */
  day(timestamp: string): string;
  /** Whether the engine keeps a reading, which it may show as another one; absent: years of four digits. */
  keeps?(reading: string): boolean;
  /** A constant; absent: as `timestamp` of its text. */
  constant?(reading: string): string;
  /** A constant; absent: a literal of the type DATE. */
  constantDay?(day: string): string;
}

/** Moments of an engine that has none, or no zones that are certain to be PostgreSQL's: constants, computed here. */
export interface Moments {
  /** @param value as `2024-01-31 10:00:00.123456+01:00`, or with the name of a zone behind a blank */
  of(value: string, session: string): Rendered | CannotRender;
  /** A reading of the session's clocks as the moment that it shows, where readings are moments. */
  on(reading: Rendered, type: SqlType, session: string): Rendered | CannotRender;
  /** The reading of the session's clocks, as another type. */
  local(moment: Rendered, to: SqlType, session: string): Rendered | CannotRender;
  /** Other arguments as they are; a moment as the reading of the session's clocks. */
  onClock(args: readonly Rendered[], session: StatementSession): readonly Rendered[] | CannotRender;
  /** Moves a moment by an interval, both of them constants. */
  moved(sign: 1 | -1, isReversed?: boolean): SourceRendering;
  readonly truncated: SourceRendering;
  readonly now: SourceRendering;
  /** The reading of now, as another type. */
  nowAs(name: 'timestamp' | 'date'): SourceRendering;
}

const hourMs = 3_600_000;

export function momentsOf({
  engine,
  timestamp,
  day,
  keeps = (reading) => /^[1-9]\d{3}-/.test(reading),
  constant = (reading) => timestamp(quoted(reading)),
  constantDay = (written) => `DATE ${quoted(written)}`,
}: ReadingWords): Moments {
  const beyond = cannot(`this moment is beyond ${engine}`);
  const noMoment = cannot(`${engine} has no moments: only constants and now() are computed before`);

  /** A moment as a constant. Its text is read for NULL only. */
  function momentAt(instant: number): Rendered | CannotRender {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return beyond;
    const text = date.toISOString();
    return { text: quoted(text), type: { name: 'timestamptz' }, constant: text };
  }

  /**
   * Returns the wall clock of the session at a moment. Close to a clock change wall clocks do not have the order of
   * moments, so they are refused there.
   */
  function readingOf(instant: Instant, zone: Zone): string | CannotRender {
    if (transitionsBetween(zone, (instant - 3 * hourMs) as Instant, (instant + 3 * hourMs) as Instant).length > 0)
      return cannot(`${engine} has no zones, and this moment stands beside a change of the clocks`);
    const civil = instantToCivil(zone, instant).replace('T', ' ');
    return keeps(civil) ? civil : beyond;
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
    if (Number.isNaN(reading.getTime())) return beyond;
    return momentShown(reading.toISOString().slice(0, -1) as Civil, zone, ms);
  }

  /** The moment at which clocks show a reading, when they show it once, and so many milliseconds later. */
  function momentShown(civil: Civil, zone: Zone, ms: number): Rendered | CannotRender {
    const [from, to] = [civilToInstant(zone, civil, 'from'), civilToInstant(zone, civil, 'to')];
    if (from !== to || instantToCivil(zone, from) !== civil)
      return cannot('the moment stands beside a change of the clocks');
    return momentAt(from + ms);
  }

  const moments: Moments = {
    of: (value, session) => {
      const zone = parseZone(session);
      const parts =
        /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})0*)?(?:([+-]\d\d)(?::?(\d\d))?| ([A-Za-z].*))$/.exec(value);
      if (!zone || !parts) return cannot(`the moment ${value} is not written for ${engine}`);
      const [, written = '', clock = '', fraction = '', hours, minutes = '00', named] = parts;
      const reading = `${written}T${clock}.${fraction.padEnd(3, '0')}`;
      if (hours !== undefined) return momentAt(Date.parse(`${reading}${hours}:${minutes}`));
      const other = parseZone(named ?? '');
      return other ? momentShown(reading as Civil, other, 0) : cannot(`there is no zone ${named}`);
    },
    on: ({ text }, type, session) => (parseZone(session) === utc ? { text: timestamp(text), type } : noMoment),
    local: (moment, to, session) => {
      const [zone, instant] = [parseZone(session), instantOf(moment)];
      if (zone === utc && instant === undefined)
        return to.name === 'date' ? { text: day(moment.text), type: to } : { text: moment.text, type: to };
      if (!zone || instant === undefined) return noMoment;
      const civil = readingOf(instant, zone);
      if (typeof civil !== 'string') return civil;
      if (to.name === 'timestamp') return { text: constant(civil), type: to, constant: civil };
      if (to.name === 'date') return { text: constantDay(civil.slice(0, 10)), type: to, constant: civil.slice(0, 10) };
      return noMoment;
    },
    onClock: (args, session) => {
      const read: Rendered[] = [];
      for (const arg of args) {
        const one = arg.type.name === 'timestamptz' ? moments.local(arg, { name: 'timestamp' }, session.zone) : arg;
        if (isCannot(one)) return one;
        read.push(one);
      }
      return read;
    },
    moved:
      (sign, isReversed = false) =>
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
      },
    truncated: ([unit, moment, other], _type, session) => {
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
    },
    now: (_args, _type, { now, zone }) => moments.of(now, zone),
    nowAs:
      (name) =>
      (_args, _type, { now, zone }) => {
        const moment = moments.of(now, zone);
        return isCannot(moment) ? moment : moments.local(moment, { name }, zone);
      },
  };
  return moments;
}

function instantOf({ constant }: Rendered): Instant | undefined {
  const instant = typeof constant === 'string' ? Date.parse(constant) : Number.NaN;
  return Number.isNaN(instant) ? undefined : (instant as Instant);
}

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
