import { call, fragment, operator, type Sql, type SqlOf } from '../sql/index.ts';
import { type BucketRule, bucketStart, type Clock, clock, secondMs, type TimeUnit } from '../time/index.ts';
import { calendarBucket, fromFirstYear } from './custom-bucket.ts';

/**
 * Times of Spark. A column has a type of instants or one of readings, which Spark converts by the zone of the session where
 * they meet. So an expression never mixes them: it asks for the type, which Spark knows before it reads a row.
 */
export function instantTest({ operator: sign, operand, instant }: SqlOf<'instant-test'>): Sql {
  const reading: Sql = { kind: 'reading', reading: instant as number as Clock }; // on a clock in UTC
  if (isReading(operand)) return operator(sign, operand, reading);
  return {
    kind: 'case',
    when: [{ condition: isInstant(operand), value: operator(sign, operand, { kind: 'instant', instant }) }],
    otherwise: operator(sign, asReading(operand), reading),
  };
}

/** Reads a stored time on a clock in UTC. */
export function utcReading(operand: Sql): Sql {
  if (isReading(operand)) return operand;
  return {
    kind: 'case',
    when: [{ condition: isInstant(operand), value: utcOfInstant(operand) }],
    otherwise: asReading(operand),
  };
}

/** The reading on a clock in UTC of a time in a text, which has a zone if letters or a sign follow its first colon. */
export function utcOfText(text: Sql): Sql {
  const hasZone = fragment(text, " RLIKE ':.*[A-Za-z+-]'");
  return { kind: 'case', when: [{ condition: hasZone, value: utcOfInstant(text) }], otherwise: asReading(text) };
}

function isInstant(operand: Sql): Sql {
  return fragment(call('typeof', operand), " = 'timestamp'");
}

/** Counts from 1970 on, as a cast would read the clock of the session. */
function utcOfInstant(operand: Sql): Sql {
  return fragment(
    "TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(",
    operand,
    ' AS TIMESTAMP_LTZ))',
  );
}

function asReading(operand: Sql): Sql {
  return fragment('CAST(', operand, ' AS TIMESTAMP_NTZ)');
}

/** Whether an expression is a reading, whatever its columns are. */
function isReading({ kind }: Sql): boolean {
  switch (kind) {
    case 'reading':
    case 'add-interval':
    case 'bucket':
    case 'local-time':
    case 'time-of-text':
    case 'fail':
      return true;
    default:
      return false;
  }
}

/** Moves a reading by whole months first: a day that a month does not have becomes its last. */
export function moved({ operand, interval: { months, ms }, count }: SqlOf<'add-interval'>): Sql {
  const reading = utcReading(operand);
  const later = months === 0 ? reading : operator('+', reading, times(`INTERVAL '${months}' MONTH`, count));
  return ms === 0 ? later : operator('+', later, times(seconds(ms), count));
}

/** Whole steps from one reading to another, rounded towards zero. */
export function difference(from: Sql, to: Sql, stepMs: number): Sql {
  return fragment(operator('-', to, from), ` div ${seconds(stepMs)}`);
}

/** `date_trunc` reads the clock of the session. */
export function truncated(granularity: TimeUnit | BucketRule, local: Sql): Sql {
  if (typeof granularity !== 'string') return customBucket(granularity, local);
  switch (granularity) {
    case 'second':
      return stepped(secondMs, local);
    case 'minute':
      return stepped(60 * secondMs, local);
    case 'hour':
      return stepped(3600 * secondMs, local);
    case 'day':
      return asReading(dateOf(local));
    case 'week': // begins on Monday
    case 'month':
    case 'quarter':
    case 'year':
      return asReading(call('trunc', dateOf(local), fragment(`'${granularity.toUpperCase()}'`)));
  }
}

function customBucket(rule: BucketRule, local: Sql): Sql {
  if (rule.kind === 'calendar') {
    const origin: Sql = { kind: 'reading', reading: rule.origin };
    return calendarBucket(rule, local, { kind: 'seconds-between', from: origin, to: local });
  }
  const early = fromFirstYear(rule);
  if (early.kind === 'steps') return stepped(early.stepMs, local, early.origin);
  const { months, first, shiftMs } = early;
  const date = dateOf(shiftMs === 0 ? local : operator('-', local, fragment(seconds(shiftMs))));
  const month = fragment('year(', date, ') * 12 + month(', date, `) - ${first + 1}`);
  return {
    kind: 'add-interval',
    operand: { kind: 'reading', reading: bucketStart(early, 0) },
    interval: { months, ms: 0 },
    count: fragment(month, ` div ${months}`),
  };
}

/** @param origin not later than any reading */
function stepped(stepMs: number, local: Sql, origin = firstYear): Sql {
  const start: Sql = { kind: 'reading', reading: origin };
  return operator('+', start, times(seconds(stepMs), difference(start, local, stepMs)));
}

const firstYear = clock(1, 1, 1);

function dateOf(local: Sql): Sql {
  return fragment('CAST(', local, ' AS DATE)');
}

function seconds(ms: number): string {
  return `INTERVAL '${ms / secondMs}' SECOND`;
}

function times(interval: string, count: Sql): Sql {
  return count.kind === 'integer' && count.value === 1 ? fragment(interval) : fragment(`${interval} * `, count);
}
