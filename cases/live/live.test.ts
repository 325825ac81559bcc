import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseDialects } from '../case-dialects.ts';
import { checkCases } from '../check-cases.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import type { OpenDatabase } from './live-database.ts';
import { liveDatabases } from './live-databases.ts';

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

it('runs on a server of every dialect that is called supported', () => {
  const supported = caseDialects.map(({ dialect }) => dialect.name);
  expect(['duckdb', ...liveDatabases.map(({ dialect }) => dialect.name)].sort()).toEqual([...supported].sort());
});

describe.each(liveDatabases)('$name', ({ dialect, rewrites, open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  checkCases({ dialect, rewrites, engine: () => database.engine, truth: (sql) => fixtures.truth(sql) });
});
