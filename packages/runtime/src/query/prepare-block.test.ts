import type { Query, Zone } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { prepareBlock } from './prepare-query.ts';
import { sampleRuntime } from './sample-runtime.ts';

const query: Query = {
  measures: ['orders.count'],
  dimensions: ['orders.created_at.day'],
  segments: [],
  timeDimensions: [],
  filters: [],
  order: [],
};

it('keeps rules and masks in the zone of the project, whatever zone a statement has', () => {
  const { runtime } = sampleRuntime(async function* () {});
  const { bound } = prepareBlock(query, runtime, 0, 'America/New_York' as Zone);
  expect([bound.zone, bound.ruleZone]).toEqual(['America/New_York', 'UTC']);
});

it('has all rows', () => {
  const { runtime } = sampleRuntime(async function* () {});
  expect(prepareBlock(query, runtime, 0, 'UTC' as Zone).bound.limit).toBeUndefined();
});
