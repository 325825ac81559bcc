import { openAccess } from '../../query/access.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileModel } from '../../model/compile-model.ts';
import { indexModel, type ModelIndex } from '../../model/model-index.ts';
import type { Instant, Zone } from '../../time/instant.ts';
import { buildPlan, bindQuery } from '../build-plan.ts';
import { QueryableMembers, type QueryableMeasures } from './queryable-members.ts';

const access = openAccess;

function modelOf(text: string): ModelIndex {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  return indexModel(build.pieces, build.unavailable);
}

function reported(model: ModelIndex, name: string): readonly QueryableMeasures[] {
  const piece = model.pieces.get(name);
  if (!piece) throw new Error(`no ${name}`);
  const work = new QueryableMembers(model, access).measuresOf(piece);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Valid pairs of a measure and a dimension, by the metadata. */
function saidValid(model: ModelIndex): ReadonlySet<string> {
  const valid = new Set<string>();
  for (const name of model.pieces.keys()) {
    for (const { measures, by } of reported(model, name)) {
      for (const { piece, except, only } of by) {
        const visible = model.pieces.get(piece)?.dimensions.filter(({ isPublic }) => isPublic) ?? [];
        const dimensions = visible.filter(({ id }) => only?.includes(id) ?? !except?.includes(id));
        for (const measure of measures) for (const { id } of dimensions) valid.add(`${measure} ${id}`);
      }
    }
  }
  return valid;
}

/** Valid pairs, by planning a query for each. */
function isValid(model: ModelIndex): ReadonlySet<string> {
  const valid = new Set<string>();
  const pieces = [...model.pieces.values()];
  const context = { now: 0 as Instant, access, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  for (const measure of pieces.flatMap((piece) => piece.measures)) {
    for (const dimension of pieces.flatMap((piece) => piece.dimensions)) {
      if (!measure.isPublic || !dimension.isPublic) continue;
      const query = {
        measures: [measure.id],
        dimensions: [dimension.id],
        segments: [],
        timeDimensions: [],
        filters: [],
      };
      const bound = bindQuery(query, model, context);
      if (bound.ok && buildPlan(bound.value, model).ok) valid.add(`${measure.id} ${dimension.id}`);
    }
  }
  return valid;
}

interface Shape {
  readonly joins: readonly { readonly from: number; readonly to: number; readonly isToMany: boolean }[];
  readonly references: readonly { readonly from: number; readonly to: number; readonly kind: number }[];
  readonly view: readonly number[];
}

const cubeCount = 6;

const shapes: fc.Arbitrary<Shape> = fc.record({
  joins: fc.uniqueArray(fc.record({ from: fc.nat(cubeCount - 1), to: fc.nat(cubeCount - 1), isToMany: fc.boolean() }), {
    maxLength: 8,
    selector: ({ from, to }) => from * cubeCount + to,
  }),
  references: fc.array(fc.record({ from: fc.nat(cubeCount - 1), to: fc.nat(cubeCount - 1), kind: fc.nat(2) }), {
    maxLength: 5,
  }),
  view: fc.uniqueArray(fc.nat(cubeCount - 1), { minLength: 1, maxLength: 3 }),
});

/** Writes cubes with joins, members that refer to other cubes, and a view along one path. */
function textOf({ joins, references, view }: Shape): string {
  const cubes = Array.from({ length: cubeCount }, (_, index) => {
    const own = joins.filter(({ from, to }) => from === index && to !== index);
    const reaching = references.filter(({ from, to }) => from === index && to !== index);
    const dimensions = reaching.flatMap(({ to, kind }, at) => {
      if (kind === 0) return [`{ name: far_${at}, type: number, sql: "{c${to}.value}" }`];
      if (kind === 1) return [`{ name: sub_${at}, type: number, sub_query: true, sql: "{c${to}.total}" }`];
      return [];
    });
    const measures = reaching.flatMap(({ to, kind }, at) =>
      kind === 2
        ? [`{ name: both_${at}, type: number, sql: "{c${index}.total} + {c${to}.total}" }`]
        : [`{ name: mixed_${at}, type: sum, sql: "{c${to}.value}" }`],
    );
    return `  - name: c${index}
    sql_table: c${index}
    ${index % 5 === 4 ? 'data_source: other' : ''}
    joins: [${own.map(({ to, isToMany }) => `{ name: c${to}, relationship: ${isToMany ? 'one_to_many' : 'many_to_one'}, sql: "{CUBE}.a = {c${to}}.b" }`).join(', ')}]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, ${['{ name: value, sql: value, type: number }', ...dimensions].join(', ')}]
    measures: [${['{ name: total, sql: value, type: sum }', '{ name: count, type: count }', '{ name: middle, type: number, sql: "median({CUBE}.value)" }', ...measures].join(', ')}]`;
  });
  const path = view.map((index) => `c${index}`).join('.');
  const views = `views:
  - name: v
    cubes:
      - { join_path: ${path}, includes: [value, total, count], prefix: true }
      - { join_path: c${view[0] ?? 0}, includes: [value, count] }`;
  return `cubes:\n${cubes.join('\n')}\n${views}\n`;
}

it('metadata agree with the planner about each measure and dimension', () => {
  const seen = { valid: 0, all: 0 };
  fc.assert(
    fc.property(shapes, (shape) => {
      const model = modelOf(textOf(shape));
      const valid = isValid(model);
      expect([...saidValid(model)].sort()).toEqual([...valid].sort());
      seen.valid += valid.size;
      seen.all += 1;
    }),
    { numRuns: process.env['ORRERY_PROVE_RUNS'] === undefined ? 30 : 150, seed: 20240515 },
  );
  expect(seen.valid / seen.all).toBeGreaterThan(20); // the models are not all broken
});

it('metadata are compact: pieces with the joins between, and excluded members', () => {
  const model = modelOf(`cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}" }
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }, { name: status, sql: status, type: string }]
    measures: [{ name: count, type: count }, { name: total, sql: amount, type: sum }, { name: mean, sql: amount, type: avg }]
  - name: customers
    sql_table: customers
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: city, sql: city, type: string }]
    measures: [{ name: count, type: count }]
  - name: weather
    sql_table: weather
    dimensions: [{ name: town, sql: town, type: string }]
`);
  const by = [{ piece: 'orders' }, { piece: 'customers', path: ['orders', 'customers'] }];
  expect(reported(model, 'orders')).toEqual([{ measures: ['orders.count', 'orders.total', 'orders.mean'], by }]);
  expect(reported(model, 'customers')).toEqual([
    { measures: ['customers.count'], by: [{ piece: 'orders', path: ['orders', 'customers'] }, { piece: 'customers' }] },
  ]);
});
