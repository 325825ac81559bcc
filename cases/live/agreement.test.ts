import { compileQuery, type Dialect } from '@orrery/semantic';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accept, bindCase, requireDialect, type Rewrites } from '../compile-case.ts';
import { readModel } from '../case-model.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { CaseQuery } from '../read-query.ts';
import { rowsOf } from '../rows-of.ts';
import { comparable, type Rows } from '../truth-rows.ts';
import type { Engine } from '@orrery/engines';
import type { OpenDatabase } from './live-database.ts';
import { describeOn, liveDatabases } from './live-databases.ts';

/** `npm run prove` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 150);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);

const model = readModel('live/samples.yml');
const duckdb = requireDialect('duckdb');

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

describeOn(liveDatabases, ({ dialect, rewrites, refuses, open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('answers any question about values that engines treat differently as DuckDB does', async () => {
    await fc.assert(
      fc.asyncProperty(questions(), async (query) => {
        const [ours, theirs] = await Promise.all([
          answer(database.engine, dialect, query, rewrites).catch((error: unknown) => {
            if (error instanceof Error && error.cause instanceof Error && refuses?.test(error.cause.message))
              return undefined;
            throw error;
          }),
          answer(fixtures.engine, duckdb, query),
        ]);
        if (ours) expect(sameDigits(ours)).toEqual(sameDigits(theirs));
      }),
      { numRuns: runs, seed },
    );
  }, 600_000);
});

async function answer(engine: Engine, dialect: Dialect, query: CaseQuery, rewrites?: Rewrites): Promise<Rows> {
  const bound = accept(bindCase({ model, query }, rewrites));
  return rowsOf(engine, accept(compileQuery(bound.query, bound.model, dialect)));
}

/** In order; every number as exact as it came, but for doubles and averages, whose last digits depend on the way. */
function sameDigits(rows: Rows): Rows {
  const isDouble = (rows[0] ?? []).map((_, column) => rows.some((row) => /^-?\d*\.\d{5,}$/.test(String(row[column]))));
  return comparable(rows, { rows, isDouble }, true);
}

const words = ['a', 'A', 'a ', '', 'á', 'É', 'ss', 'ß', 'ünder', '😀', 'a_', '%', '\\', '漢', '0', '1', 'ab\n'];
const numbers = [
  '0',
  '1',
  '2',
  '0.1',
  '-0.1',
  '9007199254740993',
  '9223372036854775807',
  '0.30000000000000004',
  '100',
  '1e21',
  '-12345678901234.5678',
];
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Gaza', 'America/Santiago'];
const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

function questions(): fc.Arbitrary<CaseQuery> {
  const dimension = fc.constantFrom('id', 'word', 'small', 'big', 'exact', 'ratio', 'is_on').map(named);
  const measure = fc
    .constantFrom(
      'count',
      'words',
      'hidden_words',
      'smalls',
      'ratios',
      'first_word',
      'last_word',
      'small_sum',
      'big_sum',
      'exact_sum',
      'small_average',
      'exact_average',
      'least_ratio',
      'greatest_big',
      'latest',
      'known',
    )
    .map(named);
  return fc
    .record({
      dimensions: fc.uniqueArray(dimension, { maxLength: 2 }),
      measures: fc.uniqueArray(measure, { minLength: 1, maxLength: 3 }),
      bucket: fc.option(fc.constantFrom(...granularities), { nil: undefined }),
      range: fc.option(
        fc.constantFrom(
          ['2024-01-01', '2024-12-31'],
          ['1800-01-01', '2037-12-31'],
          ['2038-01-01', '2099-12-31'],
          ['0001-01-01', '9999-12-31'],
        ),
        { nil: undefined },
      ),
      filters: fc.array(fc.oneof(textFilter(), numberFilter(), truthFilter()), { maxLength: 2 }),
      isDescending: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      offset: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      timezone: fc.constantFrom(...zones),
    })
    .map(({ dimensions, measures, bucket, range, filters, isDescending, limit, offset, timezone }) => {
      const at = {
        dimension: 'samples.at',
        ...(bucket ? { granularity: bucket } : {}),
        ...(range ? { dateRange: range } : {}),
      };
      const direction = isDescending ? ('desc' as const) : ('asc' as const);
      const order = [...dimensions, ...(bucket ? ['samples.at'] : [])].map((member) => [member, direction] as const);
      return {
        measures,
        dimensions,
        timeDimensions: bucket || range ? [at] : [],
        filters,
        order,
        timezone,
        ...(limit === undefined ? {} : { limit }),
        ...(offset === undefined ? {} : { offset }),
      };
    });
}

function textFilter() {
  const operator = fc.constantFrom(
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'startsWith',
    'notStartsWith',
    'endsWith',
    'notEndsWith',
    'gt',
    'lte',
  );
  return fc.record({
    member: fc.constant('samples.word'),
    operator,
    values: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
  });
}

function numberFilter() {
  const member = fc.constantFrom('small', 'big', 'exact', 'ratio').map(named);
  const operator = fc.constantFrom('equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'set', 'notSet');
  return fc
    .record({ member, operator, values: fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 }) })
    .map(({ values, ...filter }) => (filter.operator.endsWith('et') ? filter : { ...filter, values }));
}

function truthFilter() {
  return fc.record({
    member: fc.constant('samples.is_on'),
    operator: fc.constantFrom('equals', 'notEquals'),
    values: fc.constantFrom(['true'], ['false']),
  });
}

function named(member: string): string {
  return `samples.${member}`;
}
