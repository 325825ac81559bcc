import type { Column } from '@orrery/charts';

/** When rows were read, on the clock of their zone. @returns `undefined` where one of both is not known */
export function readingOf({
  lastRefreshTime,
  timezone,
}: {
  readonly lastRefreshTime?: string | undefined;
  readonly timezone?: string | undefined;
}): string | undefined {
  if (lastRefreshTime === undefined || timezone === undefined) return undefined;
  try {
    // Swedish times are written as ISO 8601 has them.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    return format.format(new Date(lastRefreshTime));
  } catch {
    return undefined; // a zone that this browser does not know
  }
}

/** Columns of buckets with the time at which their rows were read, so that those that are not over say so. */
export function withReading(columns: readonly Column[], asOf: string | undefined): readonly Column[] {
  if (asOf === undefined) return columns;
  return columns.map((column) =>
    column.type === 'time' && column.granularity !== undefined ? { ...column, asOf } : column,
  );
}
