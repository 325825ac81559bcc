import { expect, it } from 'vitest';
import { compileQuery } from '../compile.ts';
import { duckdb } from '../dialect/duckdb.ts';
import { compileModel } from '../model/compile-model.ts';
import { indexModel } from '../model/model-index.ts';
import { openAccess } from '../query/access.ts';
import { bindQuery } from './build-plan.ts';
import type { Instant, Zone } from '../time/instant.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const id = 'dimensions: [{name: id, type: number, sql: id, primary_key: true, public: true}]';

/** Builds cubes in which `c0` joins `c1`, which joins `c2`, and so on. */
const chain = (joins: number): string =>
  `cubes:\n${lines(joins, (i) => `  - {name: c${i}, sql_table: t, joins: [{name: c${i + 1}, relationship: many_to_one, sql: "{c${i}.id} = {c${i + 1}.id}"}], ${id}}`)}\n  - {name: c${joins}, sql_table: t, ${id}}`;

/** Builds a cube `c` that joins all others. */
const star = (joins: number): string =>
  `cubes:\n  - {name: c, sql_table: t, ${id}, joins: [${Array.from({ length: joins }, (_, i) => `{name: c${i}, relationship: many_to_one, sql: "{c.id} = {c${i}.id}"}`).join(', ')}]}\n${lines(joins, (i) => `  - {name: c${i}, sql_table: t, ${id}}`)}`;

function answer(text: string, dimensions: readonly string[]): string {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  const model = indexModel(build.pieces, build.unavailable);
  const context = { now: 0 as Instant, access: openAccess, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const query = { measures: [], dimensions, segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery(query, model, context);
  const compiled = bound.ok ? compileQuery(bound.value, model, duckdb) : bound;
  return compiled.ok ? 'statement' : compiled.problems.map(({ code, message }) => `${code}: ${message}`).join();
}

it('accepts a path of 64 joins, and names the ends of a longer one', () => {
  expect(answer(chain(64), ['c0.id', 'c64.id'])).toBe('statement');
  const refused = (last: string) =>
    `plan.join-path-too-long: From 'c0' to '${last}' it is more than 64 joins, and a query takes no longer path`;
  expect(answer(chain(65), ['c0.id', 'c65.id'])).toBe(refused('c65'));
  expect(answer(chain(3000), ['c0.id', 'c3000.id'])).toBe(refused('c3000'));
});

it('joins at most 256 cubes to another one', () => {
  const all = (joins: number) => ['c.id', ...Array.from({ length: joins }, (_, i) => `c${i}.id`)];
  expect(answer(star(256), all(256))).toBe('statement');
  expect(answer(star(257), all(257))).toBe(
    "plan.too-many-joins: The query joins 257 cubes to 'c', and no query joins more than 256",
  );
});
