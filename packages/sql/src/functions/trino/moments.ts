import { momentsOf } from '../source/moments.ts';

/** Moments in the hour that clocks show twice: Trino takes the first, and PostgreSQL the second. */
export const trinoMoments = momentsOf({
  engine: 'Trino',
  timestamp: (value) => `CAST(${value} AS TIMESTAMP(6))`,
  day: (timestamp) => `CAST(${timestamp} AS DATE)`,
});
