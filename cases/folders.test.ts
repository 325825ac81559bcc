import { readdirSync } from 'node:fs';
import { dialects } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readCases } from './case-folder.ts';
import { FixtureDatabase } from './fixture-database.ts';

const cases = readCases();

it('has at least a hundred cases', () => {
  expect(cases.length).toBeGreaterThan(100);
});

it('has a truth or a problem in each folder, never both', () => {
  expect(cases.filter(({ truth, problem }) => (truth === undefined) === (problem === undefined))).toEqual([]);
});

it('has a total where the query asks for one, and only there', () => {
  expect(cases.filter(({ query, total }) => Boolean(query.total) !== (total !== undefined))).toEqual([]);
});

it('has no file that nothing reads', () => {
  const known = new Set([
    'query.json',
    'caller.json',
    'model.yml',
    'additions.yml',
    'truth.sql',
    'total.sql',
    ...dialects.map(({ name }) => `truth.${name}.sql`),
    'plan.txt',
    'sql.txt',
    'sql.postgres.diff',
    'sql.mysql.diff',
  ]);
  const knownOfProblem = new Set(['query.json', 'caller.json', 'model.yml', 'additions.yml', 'problem.json']);
  const strangers = cases.flatMap(({ name, folder, problem }) =>
    readdirSync(folder)
      .filter((file) => !(problem ? knownOfProblem : known).has(file))
      .map((file) => `${name}/${file}`),
  );
  expect(strangers).toEqual([]);
});

it('has truths that run', async () => {
  await using database = await FixtureDatabase.open();
  for (const { name, truth, ownTruths, total } of cases) {
    for (const sql of [truth, ...ownTruths.values(), total]) {
      if (sql !== undefined) await expect(database.truth(sql), name).resolves.toBeDefined();
    }
  }
});
