import { compileModel, indexModel } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { sampleQuery } from './sample-query.ts';

function sampleOf(text: string): object | undefined {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  expect(build.problems).toEqual([]);
  return sampleQuery(indexModel(build.pieces));
}

const orders = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: note, sql: note, type: string }
      - { name: status, sql: status, type: string }
    measures:
      - { name: secret, type: count, public: false }
      - { name: count, type: count }
`;

it('groups a public measure by a dimension with few values', () => {
  expect(sampleOf(orders)).toEqual({ measures: ['orders.count'], dimensions: ['orders.status'], limit: 5 });
});

it('prefers a view', () => {
  const view = 'views:\n  - name: sales\n    cubes:\n      - { join_path: orders, includes: [count, status] }\n';
  expect(sampleOf(orders + view)).toEqual({ measures: ['sales.count'], dimensions: ['sales.status'], limit: 5 });
});

it('queries a measure alone when there is no dimension to group by', () => {
  const text = 'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - { name: count, type: count }\n';
  expect(sampleOf(text)).toEqual({ measures: ['a.count'] });
});

it('is absent when nothing may be queried', () => {
  expect(sampleOf('cubes: []\n')).toBeUndefined();
});
