import { momentsOf } from '../source/moments.ts';
import { keepsReading, timeConstant } from './readings.ts';

/** The day of a time, or a time or day as a time. */
export const [asDay, asTime] = ['Date32', "DateTime64(6, 'UTC')"].map(
  (type) => (text: string) => `CAST(${text} AS Nullable(${type}))`,
) as [(text: string) => string, (text: string) => string];

/** The server reads times that clocks skip or show twice as other moments than PostgreSQL does. */
export const clickhouseMoments = momentsOf({
  engine: 'ClickHouse',
  keeps: keepsReading,
  constant: timeConstant,
  constantDay: (day) => `toDate32('${day}')`,
  timestamp: asTime,
  day: asDay,
});
