import {
  bindQuery,
  compileModel,
  compileQuery,
  dialectFor,
  indexModel,
  type Instant,
  parseZone,
  type Query,
  openAccess,
} from '@orrery/semantic';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import { wideModel } from '../wide-model.ts';

const query: Query = {
  measures: ['cube_3.total_1', 'cube_3.ratio_4', 'cube_5.total_0'],
  dimensions: ['cube_3.attribute_0', 'cube_7.attribute_4'],
  segments: [],
  timeDimensions: [{ dimension: 'cube_3.attribute_2', granularity: 'month', dateRange: 'last 6 months' }],
  filters: [{ kind: 'member', member: 'cube_7.attribute_4', operator: 'equals', values: ['a', 'b'] }],
  timezone: 'America/New_York',
};

/** Measures binding, planning and rendering one query over the wide model. */
export async function planOneQuery(): Promise<readonly Figure[]> {
  const { build } = compileModel(wideModel());
  const model = indexModel(build.pieces, build.unavailable);
  const dialect = dialectFor('duckdb');
  const defaultZone = parseZone('UTC');
  if (!dialect || !defaultZone) throw new Error('the dialect and the zone are built in');
  // A fixed moment, so that every run plans the same dates.
  const now = Date.UTC(2026, 4, 15) as Instant;
  const ask = () => {
    const bound = bindQuery(query, model, {
      now,
      access: openAccess,
      defaultZone,
      defaultLimit: 10_000,
      maxLimit: 50_000,
    });
    if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
    const compiled = compileQuery(bound.value, model, dialect);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  };
  for (let round = 0; round < 300; round += 1) ask();
  const samples: number[] = [];
  for (let round = 0; round < 1000; round += 1) samples.push(await timeMs(ask));
  return [
    {
      name: 'bind, plan and render one query in that model',
      measured: ms(median(samples)),
      baseline: '',
      bound: '0.5 ms',
      isWithin: median(samples) <= 0.5,
    },
  ];
}
