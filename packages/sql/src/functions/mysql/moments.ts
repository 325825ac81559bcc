import { momentsOf } from '../source/moments.ts';

/** MySQL rounds a time of half a second before midnight to the next day. */
export function dayOf(text: string): string {
  return `(DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', ${text}) DAY)`;
}

/** MySQL has no type for moments, and servers without tables of zones have no zones. */
export const mysqlMoments = momentsOf({
  engine: 'MySQL',
  timestamp: (value) => `CAST(${value} AS DATETIME(6))`,
  day: dayOf,
});
