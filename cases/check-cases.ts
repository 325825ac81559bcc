import { join } from 'node:path';
import type { Engine } from '@orrery/engines';
import { afterAll, expect, it } from 'vitest';
import { changedCases, changedStatements, describeChanges } from './changed-statements.ts';
import { accept, bindCase, type CaseDialect, compileCase } from './compile-case.ts';
import { planQuery, renderBlock } from '@orrery/semantic';
import { type AnsweredCase, isAnswered } from './planner-case.ts';
import { readCases } from './read-cases.ts';
import { recording } from './recording.ts';
import { root } from './root.ts';
import { rowsOf } from './rows-of.ts';
import { misplacedRows } from './sorted-rows.ts';
import { markOf, SqlLock, type StatementMarks } from './sql-lock.ts';
import { comparable, type Truth } from './truth-rows.ts';

const answered = readCases().filter(isAnswered);
const lock = new SqlLock(join(root, 'sql.lock'));

interface CasesOnEngine extends CaseDialect {
  /** The engine, while tests run. */
  readonly engine: () => Engine;
  readonly isAskedTogether?: boolean;
  /** The rows of a SELECT written by hand. */
  readonly truth: (sql: string) => Promise<Truth>;
}

/**
 * Tests every case on one engine. The rows equal those of its truth, with the passes of the planner and without, in the
 * order of the query. The total is right, and the statement is the one of `sql.lock`. A line of that file is written only
 * here, after the statement gave the right rows on the engine of its dialect.
 *
 * @returns the marks of the statements that gave the right rows, while tests run
 */
export function checkCases(place: CasesOnEngine): StatementMarks {
  const ran = new Map<string, string>();
  const dialect = place.dialect.name;
  const test = place.isAskedTogether === true ? it.concurrent : it;

  test.each(answered)('gives the rows of its truth: $name', async (one) => {
    const { query } = accept(bindCase(one, place.rewrites));
    const isOrdered = query.order.length > 0;
    const truth = await place.truth(one.truths[dialect] ?? one.truth);
    const expected = comparable(truth.rows, truth, isOrdered);
    const [improved, plain] = [compileCase(one, place), compileCase(one, place, { skipsPasses: true })];
    const [rows, plainRows] = await Promise.all([
      rowsOf(place.engine(), improved),
      plain.text === improved.text ? undefined : rowsOf(place.engine(), plain),
    ]);
    expect(comparable(rows, truth, isOrdered)).toEqual(expected);
    expect(misplacedRows(rows, query, improved.columns), 'rows that stand in another order').toEqual([]);
    if (plainRows) expect(comparable(plainRows, truth, isOrdered), 'without passes').toEqual(expected);
    ran.set(one.name, markOf(improved));
  });

  test.each(answered.filter(isBlock))('gives the same rows inside a larger statement: $name', async (one) => {
    const truth = await place.truth(one.truths[dialect] ?? one.truth);
    const rows = await rowsOf(place.engine(), surrounded(one, place));
    expect(comparable(rows, truth, false)).toEqual(comparable(truth.rows, truth, false));
  });

  test.each(answered.filter(({ total }) => total !== undefined))('counts the rows of its total: $name', async (one) => {
    const rows = await rowsOf(place.engine(), compileCase(one, place, { countsRows: true }));
    expect(rows).toEqual((await place.truth(one.total ?? '')).rows);
  });

  it('ran the statements of cases/sql.lock', () => {
    const locked = lock.marks(dialect);
    const compared = recording() === 'none' ? ran : new Map([...ran].filter(([name]) => locked.has(name)));
    const changed = recording() === 'all' ? [] : changedCases(compared, locked);
    if (changed.length > 0) throw new Error(describeChanges(changedStatements(lock)));
    const names = new Set(answered.map(({ name }) => name));
    const gone = recording() === 'all' ? [] : [...locked.keys()].filter((name) => !names.has(name));
    expect(gone, 'lines of cases that are gone: npm run cases -- --update').toEqual([]);
  });

  afterAll(async () => {
    if (recording() === 'none') return;
    const isNeeded = recording() === 'all' || [...ran.keys()].some((name) => !lock.marks(dialect).has(name));
    if (isNeeded) await lock.change(dialect, (marks) => recorded(marks, ran));
  });
  return ran;
}

/** Every case of SQL of a statement, and some of the others. */
function isBlock({ name }: AnsweredCase): boolean {
  return name.startsWith('sql-expressions/') || answered.findIndex((one) => one.name === name) % 7 === 0;
}

/** A statement that reads the query as one of its parts, between parameters of its own. */
function surrounded(one: AnsweredCase, { dialect, rewrites }: CaseDialect) {
  const { query, model, context } = accept(bindCase(one, rewrites));
  const params: (string | boolean)[] = [];
  const text = (value: string) => `CAST(${dialect.placeholder(params.push(value))} AS ${dialect.castTypes.string})`;
  const quote = dialect.quoteIdentifier;
  const before = text('same');
  const block = renderBlock(accept(planQuery(query, model, { context })), model, dialect, params);
  const columns = block.columns.map(({ alias }) => `${quote('block')}.${quote(alias)}`);
  const from = `(SELECT ${before} AS ${quote('first')}) AS ${quote('around')} CROSS JOIN (\n${block.text}\n) AS ${quote('block')}`;
  return {
    text: `SELECT ${columns.join(', ')} FROM ${from} WHERE ${quote('around')}.${quote('first')} = ${text('same')}`,
    params,
    columns: block.columns.map(({ name, alias, type }) => ({
      name,
      alias,
      type: type === 'integer' ? ('number' as const) : type,
    })),
  };
}

/** Returns the marks for the lock after a run. Marks of deleted cases are removed, unless only new ones are recorded. */
function recorded(marks: StatementMarks, ran: StatementMarks): StatementMarks {
  if (recording() === 'new') return new Map([...ran, ...marks]);
  const names = new Set(answered.map(({ name }) => name));
  return new Map([...[...marks].filter(([name]) => names.has(name)), ...ran]);
}
