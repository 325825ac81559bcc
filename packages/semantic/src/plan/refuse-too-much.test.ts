import { expect, it } from 'vitest';
import { compileQuery } from '../compile.ts';
import { duckdb } from '../dialect/duckdb.ts';
import { compileModel } from '../model/compile-model.ts';
import { indexModel } from '../model/model-index.ts';
import { openAccess } from '../query/access.ts';
import { bindQuery } from './build-plan.ts';
import type { Instant, Zone } from '../time/instant.ts';

const long = `CONCAT('${'x'.repeat(90_000)}')`;
const made = Array.from(
  { length: 10 },
  (_, i) => `{name: d${i}, type: string, sql: "{x} || {x} || {x} || {x} || {x}"}`,
);
const text = `cubes: [{name: a, sql_table: t, dimensions: [{name: x, type: string, sql: "${long}"}, ${made.join(', ')}]}]`;

function answer(dimensions: readonly string[]): readonly string[] {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  const model = indexModel(build.pieces, build.unavailable);
  const context = { now: 0 as Instant, access: openAccess, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const query = { measures: [], dimensions, segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery(query, model, context);
  const compiled = bound.ok ? compileQuery(bound.value, model, duckdb) : bound;
  return compiled.ok ? [] : compiled.problems.map(({ message }) => message);
}

it('refuses members that are each within the limit but too large together', () => {
  const requested = Array.from({ length: 10 }, (_, i) => `a.d${i}`);
  expect(answer(requested.slice(0, 8))).toEqual([]);
  expect(answer(requested)).toEqual([
    'The members and filters of the query expand to more than 4,000,000 characters of SQL together',
  ]);
});
