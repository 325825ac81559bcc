import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { caseDialects } from './case-dialects.ts';
import { readCases } from './read-cases.ts';
import { root } from './root.ts';

const cases = readCases();

it('has at least a thousand cases', () => {
  expect(cases.length).toBeGreaterThan(1000);
});

it('every case has either a truth or a refusal, never both', () => {
  expect(cases.filter(({ truth, refused }) => (truth === undefined) === (refused === undefined))).toEqual([]);
});

it('a case has a total if its query asks for one, and only then', () => {
  expect(cases.filter(({ query, total }) => Boolean(query.total) !== (total !== undefined))).toEqual([]);
});

it('only cases with a truth have other truths, and plans', () => {
  const dialects = new Set(caseDialects.map(({ dialect }) => dialect.name));
  const strangers = cases.filter(
    ({ truth, truths, plan }) =>
      Object.keys(truths).some((dialect) => !dialects.has(dialect)) ||
      (truth === undefined && (plan !== undefined || Object.keys(truths).length > 0)),
  );
  expect(strangers.map(({ name }) => name)).toEqual([]);
});

it('every file is read', () => {
  const known = [
    ...cases.map(({ name }) => `${name}.yml`),
    ...globSync('**/model.yml', { cwd: root }),
    ...globSync('**/additions.yml', { cwd: root }),
    ...globSync('**/model.yml', { cwd: root }).flatMap((file) =>
      ['stored.json', 'notices.json'].map((name) => `${dirname(file)}/${name}`),
    ),
    ...globSync('fixtures/*.sql', { cwd: root }),
    ...globSync('sql/*/*.sql', { cwd: root }),
    ...globSync('statements/*/*.yml', { cwd: root }),
    ...[
      'sql/exemplars.yml',
      'live/samples.yml',
      'sql.lock',
      'README.md',
      'statements/model.yml',
      'statements/plain-views.sql',
      'statements/tables.sql',
    ],
  ];
  const files = globSync('**/*.*', { cwd: root }).filter((file) => !file.endsWith('.ts'));
  expect(files.filter((file) => !known.includes(file))).toEqual([]);
});
