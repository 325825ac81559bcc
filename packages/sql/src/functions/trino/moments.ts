import { momentsOf } from '../source/moments.ts';

/** In the hour that clocks show twice, Trino takes the first moment, and PostgreSQL the second. */
export const trinoMoments = momentsOf({
  engine: 'Trino',
  timestamp: (value) => `CAST(${value} AS TIMESTAMP(6))`,
  day: (timestamp) => `CAST(${timestamp} AS DATE)`,
});
