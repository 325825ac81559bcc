const form =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Reads what a clock on a wall shows. A zone at the end is left out: answers are in the zone of their query already.
 *
 * @returns milliseconds since 1970 as if the clock stood in UTC, for calculating and drawing only
 */
export function readCivilTime(text: unknown): number | undefined {
  const match = typeof text === 'string' ? form.exec(text) : null;
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second, Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  const isRead = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && !Number.isNaN(time.getTime());
  return isRead ? time.getTime() : undefined;
}

/** @returns the time as text that every reader of ISO 8601 takes for the same, whatever its zone: days alone as days */
export function plainTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, -14) : text;
}

const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type ChartGranularity = (typeof granularities)[number];

const fixed: Readonly<Partial<Record<ChartGranularity, number>>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
const months: Readonly<Partial<Record<ChartGranularity, number>>> = { month: 1, quarter: 3, year: 12 };

export function readGranularity(name: string | undefined): ChartGranularity | undefined {
  return granularities.find((known) => known === name);
}

/** @returns the beginning of the bucket that a time is in; weeks begin on Monday */
export function bucketStart(ms: number, granularity: ChartGranularity): number {
  const time = new Date(ms);
  const step = fixed[granularity];
  if (granularity === 'week') {
    time.setUTCHours(0, 0, 0, 0);
    return time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  }
  if (step !== undefined) return Math.floor(ms / step) * step;
  const month = time.getUTCMonth();
  return Date.UTC(time.getUTCFullYear(), month - (month % (months[granularity] ?? 1)));
}

/** @returns how many buckets lie between the beginnings of two */
export function bucketsBetween(from: number, to: number, granularity: ChartGranularity): number {
  const step = fixed[granularity];
  if (step !== undefined) return Math.round((to - from) / step);
  const [first, last] = [new Date(from), new Date(to)];
  const between = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return Math.round(between / (months[granularity] ?? 1));
}

/** @returns the beginning of the bucket that many buckets later */
export function addBuckets(ms: number, count: number, granularity: ChartGranularity): number {
  const step = fixed[granularity];
  if (step !== undefined) return ms + count * step;
  const time = new Date(ms);
  return time.setUTCMonth(time.getUTCMonth() + count * (months[granularity] ?? 1));
}

/** @returns the beginning of the bucket that follows */
export function nextBucket(ms: number, granularity: ChartGranularity): number {
  return addBuckets(ms, 1, granularity);
}
