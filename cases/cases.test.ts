import { compileQuery, explainPlan, planQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementForms } from './as-statement.ts';
import { caseDialect } from './case-dialects.ts';
import { checkCases } from './check-cases.ts';
import { accept, bindCase, wordsOf } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { isAnswered } from './planner-case.ts';
import { readCases, recordPlan } from './read-cases.ts';
import { recording } from './recording.ts';
import { rowsOf } from './rows-of.ts';
import { comparable } from './truth-rows.ts';

const duckdb = caseDialect('duckdb');

let database: FixtureDatabase;
beforeAll(async () => {
  database = await FixtureDatabase.open();
});
afterAll(() => database[Symbol.asyncDispose]());

describe('DuckDB', () => {
  const ran = checkCases({ ...duckdb, engine: () => database.engine, truth: (sql) => database.truth(sql) });

  it.for(readCases().filter(isAnswered))('gives the same rows to a statement: $name', async (one, { skip }) => {
    const { model, query } = accept(bindCase(one));
    const truth = await database.truth(one.truth);
    const isOrdered = query.order.length > 0;
    const statements = statementForms(one, model).flatMap((form) => {
      const outcome = bindCase({ ...one, query: form });
      if (!outcome.ok) return [];
      const { query: requested, context } = outcome.value;
      const compiled = compileQuery(requested, model, duckdb.dialect, { context });
      return compiled.ok ? [compiled.value] : [];
    });
    for (const statement of statements) {
      const rows = comparable(await rowsOf(database.engine, statement), truth, isOrdered);
      expect(rows).toEqual(comparable(truth.rows, truth, isOrdered));
    }
    skip(statements.length === 0, 'a statement cannot ask this');
  });

  it.for(readCases().filter(isAnswered))('has the recorded plan: $name', (one, { skip }) => {
    skip(!ran.has(one.name), 'a plan that gives wrong rows is not recorded');
    const { query, model, context } = accept(bindCase(one));
    const plan = `${explainPlan(accept(planQuery(query, model, { context }))).trimEnd()}\n`;
    const isNew = one.plan === undefined && recording() !== 'none';
    if (plan !== one.plan && (isNew || recording() === 'all')) recordPlan(one, plan);
    else expect(plan).toBe(one.plan);
  });
});

it.each(readCases().filter(({ refused }) => refused !== undefined))('$name is refused', (one) => {
  const bound = bindCase(one);
  const outcome = bound.ok
    ? compileQuery(bound.value.query, bound.value.model, duckdb.dialect, { context: bound.value.context })
    : bound;
  if (outcome.ok) throw new Error(`expected a problem, got\n${outcome.value.text}`);
  const { code, message } = one.refused ?? { code: '', message: '' };
  for (const part of [message].flat()) expect(wordsOf(outcome.problems)).toContain(part);
  expect(outcome.problems.map((problem) => problem.code)).toContain(code);
});
