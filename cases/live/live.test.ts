import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseDialects } from '../case-dialects.ts';
import { checkCases } from '../check-cases.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { OpenDatabase } from './live-database.ts';
import { describeOn, liveDatabases } from './live-databases.ts';

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

it('runs on an engine of every dialect that is more than rendered', () => {
  const proven = caseDialects.map(({ dialect }) => dialect.name);
  expect(['duckdb', ...liveDatabases.map(({ dialect }) => dialect.name)].sort()).toEqual([...proven].sort());
});

describeOn(liveDatabases, ({ dialect, rewrites, isAskedTogether = false, open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  checkCases({
    dialect,
    rewrites,
    isAskedTogether,
    engine: () => database.engine,
    truth: (sql) => fixtures.truth(sql),
  });
});
