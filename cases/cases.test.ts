import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledQuery, compileQuery, explainPlan, type Outcome, planQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCases } from './case-folder.ts';
import { type BoundCase, bindCase, requireDialect, wordsOf } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { lineDiff } from './line-diff.ts';
import { rowsOf } from './rows-of.ts';
import { comparable } from './truth-rows.ts';

const duckdb = requireDialect('duckdb');
/** Recorded as what differs from DuckDB's text. */
const others = ['postgres', 'mysql'].map(requireDialect);

let database: FixtureDatabase;
beforeAll(async () => {
  database = await FixtureDatabase.open();
});
afterAll(() => database[Symbol.asyncDispose]());

describe.each(readCases().filter(({ truth }) => truth !== undefined))('$name', (folder) => {
  let hasRightRows = false;

  it('gives the rows of truth.sql', async () => {
    const { query, model, context } = accept(bindCase(folder));
    const truth = await database.truth(folder.truth ?? '');
    const isOrdered = query.order.length > 0;
    const expected = comparable(truth.rows, truth, isOrdered);
    const [improved, plain] = [false, true].map((skipsPasses) =>
      accept(compileQuery(query, model, duckdb, { skipsPasses, context })),
    );
    if (!improved || !plain) throw new Error('two statements were compiled');
    expect(comparable(await rowsOf(database.engine, improved), truth, isOrdered)).toEqual(expected);
    if (plain.text !== improved.text) {
      expect(comparable(await rowsOf(database.engine, plain), truth, isOrdered), 'without passes').toEqual(expected);
    }
    hasRightRows = true;
  });

  if (folder.total !== undefined)
    it('counts the rows of total.sql', async () => {
      const { query, model, context } = accept(bindCase(folder));
      const statement = accept(compileQuery(query, model, duckdb, { countsRows: true, context }));
      expect(await rowsOf(database.engine, statement)).toEqual((await database.truth(folder.total ?? '')).rows);
    });

  it('has the recorded plan and SQL', async ({ skip }) => {
    skip(!hasRightRows, 'wrong rows are not recorded');
    const { query, model, context } = accept(bindCase(folder));
    const sql = recorded(accept(compileQuery(query, model, duckdb, { context })));
    await expect(`${explainPlan(accept(planQuery(query, model, { context }))).trimEnd()}\n`).toMatchFileSnapshot(
      join(folder.folder, 'plan.txt'),
    );
    await expect(sql).toMatchFileSnapshot(join(folder.folder, 'sql.txt'));
    for (const dialect of others) {
      const diff = lineDiff(sql, recorded(accept(compileQuery(query, model, dialect, { context }))));
      const diffFile = join(folder.folder, `sql.${dialect.name}.diff`);
      if (diff === '') expect(existsSync(diffFile), `${diffFile} is no longer needed`).toBe(false);
      else await expect(diff).toMatchFileSnapshot(diffFile);
    }
  });
});

it.each(readCases().filter(({ problem }) => problem !== undefined))('$name is refused', (folder) => {
  const bound = bindCase(folder);
  const outcome = bound.ok ? compileBound(bound.value) : bound;
  if (outcome.ok) throw new Error(`expected a problem, got\n${outcome.value.text}`);
  const { code, message } = folder.problem ?? { code: '', message: '' };
  for (const part of [message].flat()) expect(wordsOf(outcome.problems)).toContain(part);
  expect(outcome.problems.map((problem) => problem.code)).toContain(code);
});

function compileBound({ query, model, context }: BoundCase): Outcome<CompiledQuery> {
  return compileQuery(query, model, duckdb, { context });
}

function recorded({ text, params }: CompiledQuery): string {
  return [text.trimEnd(), ...params.map((param, index) => `-- ${index + 1}: ${JSON.stringify(param)}`), ''].join('\n');
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(wordsOf(outcome.problems));
  return outcome.value;
}
