import { expect } from 'vitest';
import { typeText } from '../types/index.ts';
import type { TestPostgres } from '../types/postgres-for-test.ts';
import type { TestDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import { isCannot, type Rendered, renderCast, type StatementSession } from './index.ts';

export const sessionForTest: StatementSession = {
  zone: 'UTC',
  now: '2024-02-29 23:30:00.000000+00',
  user: 'ann',
  database: 'db',
};

/** Rows that both engines are asked about, and their columns. */
export interface TestTable {
  readonly postgres: string;
  readonly duckdb: string;
  readonly columns: ReadonlyMap<string, Rendered>;
}

interface Question {
  readonly session?: StatementSession;
  readonly table?: TestTable;
  /** FILTER and OVER behind the expression. */
  readonly suffix?: string;
  /** Whether doubles may differ in their last digits, as they do by the order of rows. */
  readonly isNear?: boolean;
}

/** What an expression must be: PostgreSQL's type and text, or an error where PostgreSQL has one. */
export async function prove(
  expression: string,
  postgres: TestPostgres,
  duckdb: TestDuckDb,
  question: Question = {},
): Promise<void> {
  const whole = `${expression} ${question.suffix ?? ''}`;
  const sql = `SELECT pg_typeof(${whole}), CAST(${whole} AS text) COLLATE "C" ${question.table?.postgres ?? ''}`;
  const theirs = await postgres.ask(sql).then(
    ([row]) => row ?? [],
    (reason: Error) => reason.message,
  );
  const ours = await answer(expression, duckdb, question).catch((reason: Error) => reason.message);
  if (typeof theirs === 'string') {
    expect([expression, theirs, typeof ours]).toEqual([expression, theirs, 'string']);
    return;
  }
  const [type, value] = theirs;
  const shown =
    typeof ours !== 'string' && ours.isFree ? value?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value;
  const [text, found] = typeof ours === 'string' ? [ours, ''] : [ours.value, ours.type];
  if (question.isNear && text && shown) {
    expect([expression, found]).toEqual([expression, type]);
    expect(Math.abs(Number(text) - Number(shown))).toBeLessThanOrEqual(Math.abs(Number(shown)) * 1e-12);
    return;
  }
  expect({ expression, type: found, value: text }).toEqual({ expression, type, value: shown ?? null });
}

interface Answer {
  readonly type: string;
  readonly value: string | null;
  /** Its zeros at the end are not PostgreSQL's. */
  readonly isFree: boolean;
}

export async function answer(
  expression: string,
  duckdb: TestDuckDb,
  { session = sessionForTest, table, suffix }: Question = {},
): Promise<Answer> {
  const rendered = renderForTest(expression, session, table?.columns, suffix);
  const isFree = rendered.scale?.isShown === false;
  const [value = null] = await duckdb.ask(`SELECT ${shownText(rendered, session)} ${table?.duckdb ?? ''}`);
  const type = typeText(rendered.type.name);
  return { type, isFree, value: isFree && value?.includes('.') ? value.replace(/\.?0+$/, '') : value };
}

export function shownText(rendered: Rendered, session: StatementSession): string {
  if (rendered.scale?.isShown === false) return `CAST(${rendered.text} AS VARCHAR)`;
  if (rendered.type.name === 'unknown') return renderedText(rendered, session);
  return rendered.type.name.endsWith('[]')
    ? `'{' || array_to_string(${rendered.text}, ',') || '}'`
    : renderedText(rendered, session);
}

function renderedText(rendered: Rendered, session: StatementSession): string {
  const text = renderCast(rendered, { name: 'text' }, session);
  return isCannot(text) ? `CAST(${rendered.text} AS VARCHAR)` : text.text;
}
