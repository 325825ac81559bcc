import { expect, it } from 'vitest';
import { parseZone } from '../../time/zone.ts';
import { bucketLengthMs, describeGranularity, granularityNamed, settleGranularity } from './granularity.ts';
import type { Dimension, Granularity } from '../model.ts';
import { buildModel, ordersCube } from '../model-fixture.ts';

const build = buildModel(
  ordersCube(`dimensions:
  - name: at
    type: time
    sql: at
    granularities:
      - {name: fiscal, title: Fiscal year, interval: 1 year, offset: 1 month}
      - {name: sunday_week, interval: 1 week, offset: -1 day}
      - {name: sprint, interval: 2 weeks, origin: 2024-01-03}
      - {name: eastern, interval: 1 day, origin: 2024-01-01T00:00:00-05:00}`),
);
const at = build.pieces.flatMap(({ dimensions }) => dimensions).find(({ name }) => name === 'at') as Dimension;

it.each([
  ['day', { name: 'day', title: 'day', interval: '1 day' }],
  ['fiscal', { name: 'fiscal', title: 'Fiscal year', interval: '1 year', offset: '1 month' }],
  // Clients count weeks without an origin from the first of January.
  [
    'sunday_week',
    {
      name: 'sunday_week',
      title: 'sunday_week',
      interval: '1 week',
      offset: '-1 day',
      origin: '2024-01-01T00:00:00.000',
    },
  ],
  ['sprint', { name: 'sprint', title: 'sprint', interval: '2 weeks', origin: '2024-01-03' }],
])('describes %s as clients need it to fill gaps', (name, described) => {
  expect(describeGranularity(granularityNamed(at, name) as Granularity)).toEqual(described);
});

it('orders granularities from fine to coarse', () => {
  const names = ['fiscal', 'month', 'sprint', 'sunday_week', 'day'];
  const lengths = names.map((name) => bucketLengthMs(granularityNamed(at, name) as Granularity));
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
});

it.each([
  ['America/New_York', '2024-01-01T00:00:00.000'],
  ['UTC', '2024-01-01T05:00:00.000'],
  ['Asia/Kolkata', '2024-01-01T10:30:00.000'],
])('begins buckets at an origin with a zone when the clocks of %s show it', (name, origin) => {
  const zone = parseZone(name);
  if (zone === undefined) throw new Error(`${name} is a zone`);
  const settled = settleGranularity(granularityNamed(at, 'eastern') as Granularity, { year: 2024, zone });
  expect(describeGranularity(settled).origin).toBe(origin);
});
