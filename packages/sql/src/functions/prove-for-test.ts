import { expect } from 'vitest';
import { typeText } from '../types/index.ts';
import type { TestPostgres } from '../types/postgres-for-test.ts';
import type { TestDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import { isCannot, type Rendered, renderCast, type Session } from './index.ts';

/** What an expression must be: PostgreSQL's type and text, or an error where PostgreSQL has one. */
export async function prove(
  expression: string,
  postgres: TestPostgres,
  duckdb: TestDuckDb,
  session: Session = { zone: 'UTC' },
): Promise<void> {
  const sql = `SELECT pg_typeof(${expression}), CAST(${expression} AS text) COLLATE "C"`;
  const theirs = await postgres.ask(sql).then(
    ([row]) => row ?? [],
    (reason: Error) => reason.message,
  );
  const ours = await answer(expression, duckdb, session).catch((reason: Error) => reason.message);
  if (typeof theirs === 'string') {
    expect([expression, theirs, typeof ours]).toEqual([expression, theirs, 'string']);
    return;
  }
  const [type, value] = theirs;
  const shown =
    typeof ours !== 'string' && ours.isFree ? value?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value;
  const [text, found] = typeof ours === 'string' ? [ours, ''] : [ours.value, ours.type];
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
  session: Session = { zone: 'UTC' },
): Promise<Answer> {
  const rendered = renderForTest(expression, session);
  const isFree = rendered.scale?.isShown === false;
  const [value = null] = await duckdb.ask(`SELECT ${shownText(rendered, session)}`);
  const type = typeText(rendered.type.name);
  return { type, isFree, value: isFree && value?.includes('.') ? value.replace(/\.?0+$/, '') : value };
}

function shownText(rendered: Rendered, session: Session): string {
  if (rendered.scale?.isShown === false) return `CAST(${rendered.text} AS VARCHAR)`;
  if (rendered.type.name === 'unknown') return renderedText(rendered, session);
  return rendered.type.name.endsWith('[]')
    ? `'{' || array_to_string(${rendered.text}, ',') || '}'`
    : renderedText(rendered, session);
}

function renderedText(rendered: Rendered, session: Session): string {
  const text = renderCast(rendered, { name: 'text' }, session);
  return isCannot(text) ? `CAST(${rendered.text} AS VARCHAR)` : text.text;
}
