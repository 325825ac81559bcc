import {
  type BucketRule,
  bucketsFrom,
  civilOf,
  clock,
  instantToClock,
  intervalOf,
  isTimeUnit,
  lengthMs,
  parseInterval,
  ruleOfUnit,
  timeUnits,
  unitInterval,
  type Zone,
} from '../../time/index.ts';
import type { Dimension, Granularity, Fragment } from '../model.ts';

/** Finds the granularity with this exact name; a dimension's own one overrides a built-in one. */
export function granularityNamed({ granularities = [] }: Dimension, name: string): Granularity | undefined {
  return granularities.find((one) => one.name === name) ?? (isTimeUnit(name) ? name : undefined);
}

export function granularityNames({ granularities = [] }: Dimension): readonly string[] {
  return [...new Set([...timeUnits, ...granularities.map(({ name }) => name)])];
}

export function nameOfGranularity(granularity: Granularity): string {
  return typeof granularity === 'string' ? granularity : granularity.name;
}

/** The clock of the caller. */
export interface AskersClock {
  /** The current year. */
  readonly year: number;
  readonly zone: Zone;
}

/** Returns the granularity with fixed buckets. */
export function settleGranularity(granularity: Granularity, { year, zone }: AskersClock): Granularity {
  if (typeof granularity === 'string') return granularity;
  const { buckets } = granularity;
  switch (buckets.kind) {
    case 'years': {
      const first = year * 12 + buckets.offset.months;
      const shiftMs = buckets.offset.ms;
      return { ...granularity, buckets: { kind: 'months', months: buckets.years * 12, first, shiftMs } };
    }
    case 'from-instant': {
      const origin = instantToClock(zone, buckets.origin);
      return { ...granularity, origin: civilOf(origin), buckets: bucketsFrom(origin, buckets.interval) };
    }
    default:
      return granularity;
  }
}

/** Returns where its buckets begin; `undefined` when the author's SQL decides. */
export function bucketRule(granularity: Granularity): BucketRule | undefined {
  if (typeof granularity === 'string') return ruleOfUnit(granularity);
  switch (granularity.buckets.kind) {
    case 'sql':
      return undefined;
    case 'years':
    case 'from-instant':
      throw new Error(`the granularity '${granularity.name}' was not settled`);
    default:
      return granularity.buckets;
  }
}

/** Approximate length of a bucket, for comparing granularities. */
export function bucketLengthMs(granularity: Granularity): number {
  if (typeof granularity === 'string') return lengthMs(unitInterval(granularity));
  const parts = granularity.interval === undefined ? undefined : parseInterval(granularity.interval);
  if (parts) return lengthMs(intervalOf(parts));
  return isTimeUnit(granularity.name) ? lengthMs(unitInterval(granularity.name)) : Number.POSITIVE_INFINITY;
}

/** Describes a granularity for clients that fill gaps; they would not always guess its origin. */
export function describeGranularity(granularity: Granularity): {
  readonly name: string;
  readonly title: string;
  readonly interval: string;
  readonly offset?: string;
  readonly origin?: string;
} {
  if (typeof granularity === 'string') {
    return { name: granularity, title: granularity, interval: `1 ${granularity}` };
  }
  const { name, title, offset } = granularity;
  const interval = granularity.interval ?? (isTimeUnit(name) ? `1 ${name}` : '');
  const isWeek = parseInterval(interval)?.some(({ unit }) => unit === 'week') ?? false;
  const origin = granularity.origin ?? (isWeek ? new Date(someMonday).toISOString().slice(0, -1) : undefined);
  return {
    name,
    title,
    interval,
    ...(offset === undefined ? {} : { offset }),
    ...(origin === undefined ? {} : { origin }),
  };
}

const someMonday = clock(2024, 1, 1);

/** Returns the author's SQL for the start of a bucket, in calendars. */
export function granularitySql(granularity: Granularity | undefined): Fragment | undefined {
  if (granularity === undefined || typeof granularity === 'string') return undefined;
  return granularity.buckets.kind === 'sql' ? granularity.buckets.sql : undefined;
}
