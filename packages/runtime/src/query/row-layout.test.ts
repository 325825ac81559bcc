import { expect, it } from 'vitest';
import { layOutRow } from './row-layout.ts';
import { bucketOutput, dimensionOutput, measureOutput, sampleQuery } from './sample-query.ts';

const created = 'orders.created_at';

function keys(...outputs: Parameters<typeof sampleQuery>[0]): readonly (readonly [string, number])[] {
  return layOutRow(sampleQuery(outputs)).map((key) => [key.name, key.output]);
}

it('adds the plain name of a time dimension at the end', () => {
  expect(keys(dimensionOutput('orders.status'), bucketOutput(created, 'day'), measureOutput('orders.count'))).toEqual([
    ['orders.status', 0],
    ['orders.created_at.day', 1],
    ['orders.count', 2],
    ['orders.created_at', 1],
  ]);
});

it('gives the plain name the finest granularity', () => {
  expect(
    keys(bucketOutput(created, 'month'), bucketOutput(created, 'day'), bucketOutput(created, 'year')).at(-1),
  ).toEqual([created, 1]);
});

it('leaves the plain name to a dimension the query selects', () => {
  expect(keys(dimensionOutput(created, 'time'), bucketOutput(created, 'day'))).toEqual([
    [created, 0],
    ['orders.created_at.day', 1],
  ]);
});
