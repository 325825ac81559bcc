import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuardedService } from './guarded-service.ts';

const model = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
    measures: [{ name: top, sql: amount, type: max }]
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
      - { name: store, sql: store, type: number }
    measures: [{ name: total, sql: n, type: sum }]
views:
  - { name: o, cubes: [{ join_path: orders, includes: "*" }] }
  - { name: v, cubes: [{ join_path: visits, includes: "*" }] }
`;
const tables = {
  orders: `SELECT * FROM (VALUES (1, 'tea', 10), (2, 'tea', 30), (3, 'milk', 20)) AS t(id, kind, amount)`,
  visits: `SELECT * FROM (VALUES (1, 'tea', 1, 5), (2, 'tea', NULL, 7), (3, 'salt', 2, 9)) AS t(id, kind, store, n)`,
};

let service: GuardedService;
beforeAll(async () => {
  service = await GuardedService.open({ model, tables });
});
afterAll(() => service[Symbol.asyncDispose]());

async function rows(join: string, condition: string) {
  const statement = `SELECT o.kind, MEASURE(o.top) AS top, MEASURE(v.total) AS total FROM o ${join} v ON o.kind = v.kind
    WHERE ${condition} GROUP BY 1 ORDER BY 1`;
  const [, ...lines] = await service.statement({}, statement, 'UTC', 'absent-rows');
  return lines.flatMap((line) => (line as { readonly data: readonly unknown[] }).data);
}

describe('a condition on a joined view that is true for rows without it', () => {
  it('keeps these rows, whatever column it reads', async () => {
    const expected = [
      ['milk', '20', null],
      ['tea', '30', '7'],
    ];
    expect(await rows('LEFT JOIN', 'v.store IS NULL')).toEqual(expected);
    expect(await rows('LEFT JOIN', 'COALESCE(v.store, 0) = 0')).toEqual(expected);
    expect(await rows('FULL JOIN', 'v.store IS NULL')).toEqual(expected);
  });

  it('still drops them where it is not true without a value', async () => {
    expect(await rows('LEFT JOIN', 'v.store > 0')).toEqual([['tea', '30', '5']]);
  });
});
