import { expect, it } from 'vitest';
import { requireCube } from '../model/model-index.ts';
import type { Zone } from '../time/instant.ts';
import { resolveRollup } from './resolve-rollup.ts';
import { rollupJ, type RollupModel, rollupModel } from './rollup-fixture.ts';

function resolved(parts: RollupModel, zone = 'UTC') {
  const model = rollupModel(parts);
  const [definition] = requireCube(model, 'orders').preAggregations;
  if (!definition) throw new Error('no definition');
  return resolveRollup('orders', definition, model, { zone: zone as Zone, year: 2026 });
}

function rollupOf(definition: string, zone?: string) {
  const found = resolved({ rollups: [definition] }, zone);
  if (!found.ok) throw new Error(JSON.stringify(found.mismatches));
  return found.rollup;
}

it('stores each kind of measure in the form in which parts of it merge', () => {
  const { measures } = rollupOf('name: R, measures: [ratio, average, smallest, largest, about, buyers, median]');
  expect(measures.map(({ member, stored, merged, ofNothing }) => [member, stored, merged, ofNothing])).toEqual([
    ['orders.total', 'digits', 'added', 'null'],
    ['orders.count', 'digits', 'added', 'zero'],
    ['orders.average', 'sum-and-count', 'divided', 'null'],
    ['orders.smallest', 'value', 'least', 'null'],
    ['orders.largest', 'value', 'greatest', 'null'],
    ['orders.about', 'registers', 'registers', 'zero'],
    ['orders.buyers', 'final', 'never', 'zero'],
    ['orders.median', 'final', 'never', 'unknown'],
  ]);
});

it('knows measures that its own joins multiply', () => {
  expect(rollupOf(rollupJ).measures).toMatchObject([
    { member: 'orders.total', stored: 'final', ofNothing: 'null', because: 'multiplied' },
  ]);
});

it('cuts days on the clock of its zone, and keeps hours as moments', () => {
  const times =
    'time_dimensions: [{dimension: created_at, granularity: day}, {dimension: shipped_at, granularity: hour}]';
  expect(rollupOf(`name: R, measures: [count], ${times}`, 'Asia/Tokyo').columns).toMatchObject([
    { member: 'orders.created_at', granularity: 'day', on: 'Asia/Tokyo' },
    { member: 'orders.shipped_at', granularity: 'hour', on: 'instants' },
  ]);
});

it('follows the joins of its members, along the path that a reference names', () => {
  const { parts } = rollupOf(
    'name: R, measures: [count], dimensions: [CUBE.customers.city, status], segments: [done_only]',
  );
  expect(parts.map(({ root, joins }) => [root, joins.map(({ to }) => to)])).toEqual([['orders', ['customers']]]);
});

it.each<[RollupModel, string]>([
  [{ rollups: ['name: R, type: original_sql'] }, 'other-type'],
  [{ rollups: ['name: R, measures: [customers.count]'] }, 'without-own-member'],
  [{ rollups: ['name: R, measures: [count, sales.total]'] }, 'not-plannable'],
  [
    {
      rollups: ['name: R, measures: [count], dimensions: [pieces]'],
      dimensions: ['name: pieces, sql: "{items.qty}", type: number, sub_query: true'],
    },
    'computed-dimension',
  ],
])('refuses by name what nothing could be served from: %j', (parts, kind) => {
  expect(resolved(parts)).toMatchObject({ ok: false, mismatches: [{ kind }] });
});

it('refuses a definition that names something missing', () => {
  const model = rollupModel();
  const orders = requireCube(model, 'orders');
  const [count] = orders.measures;
  const definition = {
    name: 'R',
    type: 'rollup',
    measures: count ? [{ member: count.id, path: [] }] : [],
    dimensions: [],
    segments: [],
    timeDimensions: [],
    isIncomplete: true,
  } as const;
  const clock = { zone: 'UTC' as Zone, year: 2026 };
  expect(resolveRollup('orders', definition, model, clock)).toEqual({
    ok: false,
    mismatches: [{ kind: 'incomplete' }],
  });
});
