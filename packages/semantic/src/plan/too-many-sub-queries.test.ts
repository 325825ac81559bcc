import type { Problem } from '../problem/index.ts';
import { expect, it } from 'vitest';
import { compileQuery } from '../compile.ts';
import { duckdb } from '../dialect/duckdb.ts';
import { compileModel } from '../model/compile-model.ts';
import { indexModel } from '../model/model-index.ts';
import { openAccess } from '../query/access.ts';
import { bindQuery } from './build-plan.ts';
import type { Instant, Zone } from '../time/instant.ts';

const numbers = Array.from({ length: 9 }, (_, index) => index);
const inside = numbers.map(
  (n) => `{name: d${n}, type: number, sql: "{b.m${n}}", sub_query: true, propagate_filters_to_sub_query: true}`,
);
const measures = numbers.map((n) => `{name: m${n}, type: sum, sql: c${n}}`);
const text = `cubes:
  - {name: a, sql_table: a, dimensions: [{name: id, type: number, sql: id, primary_key: true}, ${inside.join(', ')}], measures: [{name: count, type: count}]}
  - {name: b, sql_table: b, joins: [{name: a, relationship: many_to_one, sql: "{CUBE}.a = {a.id}"}], dimensions: [{name: id, type: number, sql: id, primary_key: true}], measures: [${measures.join(', ')}]}`;

function problemsOf(filtered: number): readonly Problem[] {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  const model = indexModel(build.pieces, build.unavailable);
  const context = { now: 0 as Instant, access: openAccess, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const filters = numbers
    .slice(0, filtered)
    .map((n) => ({ kind: 'member' as const, member: `a.d${n}`, operator: 'gt' as const, values: ['1'] }));
  const query = { measures: ['a.count'], dimensions: [], segments: [], timeDimensions: [], filters };
  const bound = bindQuery(query, model, context);
  const compiled = bound.ok ? compileQuery(bound.value, model, duckdb) : bound;
  return compiled.ok ? [] : compiled.problems;
}

it('answers a query that filters by five dimensions which propagate filters to each other', () => {
  expect(problemsOf(5)).toEqual([]);
});

it('refuses more of them by name, with a hint, before they are fully planned', () => {
  const said = { code: 'plan.too-many-sub-queries', message: expect.stringMatching(/'a\.d\d'/) };
  expect(problemsOf(6)).toMatchObject([{ ...said, hint: expect.stringContaining('propagate_filters_to_sub_query') }]);
  expect(problemsOf(9)).toMatchObject([said]);
});
