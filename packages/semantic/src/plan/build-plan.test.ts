import { expect, it } from 'vitest';
import { compileModel } from '../model/compile-model.ts';
import { indexModel } from '../model/model-index.ts';
import { openAccess } from '../query/access.ts';
import type { Instant, Zone } from '../time/instant.ts';
import { buildPlan, bindQuery } from './build-plan.ts';

const text = `cubes:
  - name: orders
    sql_table: orders
    data_source: lake
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
    measures: [{ name: total, sql: amount, type: sum }]
views:
  - name: sold
    cubes: [{ join_path: orders, includes: [id, total] }]
    dimensions: [{ name: cur, type: switch, values: [usd, eur] }]
    measures: [{ name: each, type: count, multi_stage: true, grain: { include: [id] } }]
`;

it.each([
  [[], ['sold.cur']],
  [['sold.each'], []],
])('uses the data source of the view for %j by %j, which need no rows of a cube', (measures, dimensions) => {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  const model = indexModel(build.pieces, build.unavailable);
  const context = { now: 0 as Instant, access: openAccess, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const query = { measures, dimensions, segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery(query, model, context);
  expect(bound.ok && buildPlan(bound.value, model)).toMatchObject({ ok: true, value: { dataSource: 'lake' } });
});

// The model refuses such SQL, too. The planner does not rely on it, as one source would get a statement for another.
it('refuses SQL that contains the source of a cube of another data source', () => {
  const { build } = compileModel([
    {
      path: 'model.yml',
      text: `cubes:
  - { name: rates, sql_table: rates }
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: rate, sql: "(SELECT max(r) FROM ({rates.sql()}) AS r)", type: number }
`,
    },
  ]);
  const planned = (dataSource: string) => {
    const pieces = build.pieces.map((one) =>
      one.kind === 'cube' && one.name === 'rates' ? { ...one, dataSource } : one,
    );
    const model = indexModel(pieces, build.unavailable);
    const context = { now: 0 as Instant, access: openAccess, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
    const query = { measures: [], dimensions: ['orders.rate'], segments: [], timeDimensions: [], filters: [] };
    const bound = bindQuery(query, model, context);
    return bound.ok && buildPlan(bound.value, model);
  };
  expect(planned('default')).toMatchObject({ ok: true, value: { dataSource: 'default' } });
  expect(planned('lake')).toMatchObject({ ok: false, problems: [{ code: 'plan.several-data-sources' }] });
});
