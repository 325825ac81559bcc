import { type CompileOptions, compileQuery, dialects, type Outcome } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CaseFolder, readCases } from '../case-folder.ts';
import { bindCase, wordsOf } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import { rowsOf } from '../rows-of.ts';
import { comparable, type Rows } from '../truth-rows.ts';
import type { OpenDatabase } from './live-database.ts';
import { liveDatabases } from './live-databases.ts';

const answered = readCases().filter(({ truth }) => truth !== undefined);

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

it('runs on a server of every dialect that is called supported', () => {
  const supported = dialects.filter(({ level }) => level === 'supported').map(({ name }) => name);
  expect(['duckdb', ...liveDatabases.map(({ dialect }) => dialect.name)].sort()).toEqual([...supported].sort());
});

describe.each(liveDatabases)('$name', ({ dialect, rewrites, open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each(answered)('gives the rows of truth.sql: $name', async (folder) => {
    const truth = await fixtures.truth(folder.ownTruths.get(dialect.name) ?? folder.truth ?? '');
    const isOrdered = isOrderedCase(folder);
    const expected = comparable(truth.rows, truth, isOrdered);
    for (const skipsPasses of [false, true]) {
      expect(comparable(await answer(folder, { skipsPasses }), truth, isOrdered)).toEqual(expected);
    }
  });

  it.each(answered.filter(({ total }) => total !== undefined))(
    'counts the rows of total.sql: $name',
    async (folder) => {
      expect(await answer(folder, { countsRows: true })).toEqual((await fixtures.truth(folder.total ?? '')).rows);
    },
  );

  async function answer(folder: CaseFolder, options: CompileOptions): Promise<Rows> {
    const { query, model, context } = accept(bindCase(folder, rewrites));
    return rowsOf(database.engine, accept(compileQuery(query, model, dialect, { ...options, context })));
  }
});

function isOrderedCase(folder: CaseFolder): boolean {
  return accept(bindCase(folder)).query.order.length > 0;
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(wordsOf(outcome.problems));
  return outcome.value;
}
