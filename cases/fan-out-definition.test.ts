import { type CompiledQuery, compileQuery } from '@orrery/semantic';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModel } from './case-model.ts';
import { accept, asWritten, bindCase, requireDialect } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { chain, type JoinWorld, star, type WorldFilter } from './join-world.ts';
import type { LiveDatabase, OpenDatabase } from './live/live-database.ts';
import { describeOn, liveDatabases } from './live/live-databases.ts';
import { rowsOf } from './rows-of.ts';
import { comparable } from './truth-rows.ts';

/** `npm run prove` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 60);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

interface Question {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly WorldFilter[];
  readonly isEither: boolean;
}

const duckdb: LiveDatabase = {
  name: 'DuckDB',
  dialect: requireDialect('duckdb'),
  rewrites: asWritten,
  open: async () => ({ engine: fixtures.engine, [Symbol.asyncDispose]: async () => undefined }),
};

describeOn([duckdb, ...liveDatabases], (place) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await place.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each([
    { name: 'a chain of one-to-many joins', world: chain },
    { name: 'two children of one parent', world: star },
  ])(
    'aggregates each measure over rows distinct by dimensions and key, along $name',
    async ({ world }) => {
      await fc.assert(
        fc.asyncProperty(questions(world), async (question) => {
          const truth = await fixtures.truth(byDefinition(world, question));
          const expected = comparable(truth.rows, truth, false);
          for (const skipsPasses of [false, true]) {
            const rows = await rowsOf(database.engine, byPlanner(place, world, question, skipsPasses));
            expect(comparable(rows, truth, false)).toEqual(expected);
          }
        }),
        { numRuns: runs, seed },
      );
    },
    600_000,
  );
});

function questions({ measures, rootMeasure, dimensions, filters }: JoinWorld): fc.Arbitrary<Question> {
  return fc.record({
    measures: fc
      .shuffledSubarray(Object.keys(measures), { maxLength: 3 })
      .map((others) => [rootMeasure, ...others.filter((measure) => measure !== rootMeasure)]),
    dimensions: fc.shuffledSubarray(Object.keys(dimensions), { maxLength: 2 }),
    filters: fc.shuffledSubarray([...filters], { maxLength: 2 }),
    isEither: fc.boolean(),
  });
}

/** The definition of a multiplied measure, word for word, and far too slow for anything but tiny tables. */
function byDefinition(world: JoinWorld, { measures, dimensions, filters, isEither }: Question): string {
  const conditions = filters.map(({ sql }) => `(${sql})`).join(isEither ? ' OR ' : ' AND ');
  const columns = dimensions.map((_, index) => `d${index}`);
  const parts = measures.map((measure, index) => {
    const { aggregate, key, value } = world.measures[measure] ?? { aggregate: '', key: '', value: '' };
    const distinct = [
      ...dimensions.map((dimension, at) => `${world.dimensions[dimension]} AS d${at}`),
      `${key} AS key`,
      `${value} AS value`,
    ];
    return `(SELECT ${[...columns, `${aggregate} AS m${index}`].join(', ')}
      FROM (SELECT DISTINCT ${distinct.join(', ')} FROM ${world.from} WHERE ${conditions || 'true'})
      ${columns.length > 0 ? `GROUP BY ${columns.join(', ')}` : ''}) AS p${index}`;
  });
  const joined = parts.map((part, index) => {
    const matches = columns.map((column) => `p0.${column} IS NOT DISTINCT FROM p${index}.${column}`);
    return index === 0 ? part : `JOIN ${part} ON ${matches.join(' AND ') || 'true'}`;
  });
  const selected = [...columns.map((column) => `p0.${column}`), ...measures.map((_, index) => `m${index}`)];
  return `SELECT ${selected.join(', ')} FROM ${joined.join('\n')}`;
}

function byPlanner(place: LiveDatabase, world: JoinWorld, question: Question, skipsPasses: boolean): CompiledQuery {
  const { measures, dimensions, isEither } = question;
  const filters = question.filters.map(({ sql: _, ...filter }) => filter);
  const { query, model } = accept(
    bindCase(
      {
        model: readModel(world.modelFile),
        query: { measures, dimensions, filters: isEither ? [{ or: filters }] : filters, order: [] },
      },
      place.rewrites,
    ),
  );
  return accept(compileQuery(query, model, place.dialect, { skipsPasses }));
}
