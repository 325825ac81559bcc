import { type Engine, EngineCancelled, EngineError, type TableDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import { tableSql } from './draft/sql-text.ts';

/** `empty`: no values to judge by. `unknown`: the source did not answer, or not in time. */
type DataAnswer = 'yes' | 'no' | 'empty' | 'unknown';

/** Queries on the data made during generation. Each reads at most the columns it names. */
export interface DataQueries {
  /** Returns why its columns cannot be read, if so. @throws EngineError `connection` */
  whyUnreadable(table: TableDescription): Promise<string | undefined>;
  /** Whether the columns together are never NULL and unique. */
  isKey(table: TableDescription, columns: readonly string[]): Promise<DataAnswer>;
  /** Whether some row has such a value. @param sql receives the alias of the table */
  hasValue(table: TableDescription, sql: (alias: string) => string): Promise<boolean>;
  /** Whether every value of the column occurs in the other column. */
  isContained(from: ColumnPlace, to: ColumnPlace): Promise<DataAnswer>;
}

interface ColumnPlace {
  readonly table: TableDescription;
  readonly column: string;
}

/** Time limit of one query; after it, the file notes what was not checked. */
const queryMs = 10_000;
/** Time limit of all queries together: a source of a thousand large tables is still described in minutes. */
const totalMs = 180_000;

export function askData(engine: Engine, dialect: Dialect): DataQueries {
  const quote = dialect.quoteIdentifier;
  const deadline = AbortSignal.timeout(totalMs);

  /** Returns the values of the only row, or `undefined` when the source does not answer. */
  async function ask(text: string): Promise<readonly string[] | undefined> {
    if (deadline.aborted) return undefined;
    try {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(queryMs)]);
      return await firstRow(engine, text, signal);
    } catch (error) {
      if (isLost(error)) throw error;
      if (error instanceof EngineCancelled || error instanceof EngineError) return undefined;
      throw error;
    }
  }

  return {
    async whyUnreadable(table) {
      const columns = table.columns.map(({ name }) => quote(name)).join(', ');
      try {
        const text = `SELECT ${columns} FROM ${tableSql(table, dialect)} LIMIT 0`;
        await firstRow(engine, text, AbortSignal.timeout(queryMs));
        return undefined;
      } catch (error) {
        if (isLost(error)) throw error;
        if (error instanceof EngineCancelled) return `reading it took longer than ${queryMs / 1000} s`;
        if (error instanceof EngineError) return wordsOf(error);
        throw error;
      }
    },
    async isKey(table, columns) {
      const from = tableSql(table, dialect);
      const list = columns.map(quote).join(', ');
      const present = columns.map((name) => `${quote(name)} IS NOT NULL`).join(' AND ');
      const counts = await ask(
        `SELECT (SELECT COUNT(*) FROM ${from}), (SELECT COUNT(*) FROM (SELECT DISTINCT ${list} FROM ${from} WHERE ${present}) AS k)`,
      );
      if (!counts) return 'unknown';
      const [rows, keys] = counts;
      return rows === '0' ? 'empty' : rows === keys ? 'yes' : 'no';
    },
    async hasValue(table, sql) {
      const found = await ask(
        `SELECT COUNT(*) FROM (SELECT ${sql('t')} AS k FROM ${tableSql(table, dialect)} AS t LIMIT 1) AS v`,
      );
      return found !== undefined;
    },
    async isContained(from, to) {
      const [child, parent] = [tableSql(from.table, dialect), tableSql(to.table, dialect)];
      const [value, key] = [`c.${quote(from.column)}`, `p.${quote(to.column)}`];
      const values = `SELECT 1 AS one FROM ${child} AS c WHERE ${value} IS NOT NULL LIMIT 1`;
      const orphans = `SELECT 1 AS one FROM ${child} AS c LEFT JOIN ${parent} AS p ON ${value} = ${key} WHERE ${value} IS NOT NULL AND ${key} IS NULL LIMIT 1`;
      const counts = await ask(
        `SELECT (SELECT COUNT(*) FROM (${values}) AS v), (SELECT COUNT(*) FROM (${orphans}) AS o)`,
      );
      if (!counts) return 'unknown';
      const [valueCount, orphanCount] = counts;
      return valueCount === '0' ? 'empty' : orphanCount === '0' ? 'yes' : 'no';
    },
  };
}

async function firstRow(engine: Engine, text: string, signal: AbortSignal): Promise<readonly string[]> {
  const { batches } = await engine.run({ text, params: [] }, signal);
  let first: readonly string[] = [];
  for await (const { rowCount, columns } of batches) {
    if (rowCount > 0 && first.length === 0) first = columns.map((column) => String(column[0]));
  }
  return first;
}

function isLost(error: unknown): boolean {
  return error instanceof EngineError && error.errorClass === 'connection';
}

/** Returns the first line of the source's message; a user who runs the command may read the source. */
function wordsOf({ cause, message }: EngineError): string {
  return (cause instanceof Error ? cause.message : message).split('\n')[0] ?? message;
}
