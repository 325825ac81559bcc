import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  bindQuery,
  compileModel,
  dialectFor,
  indexModel,
  type Instant,
  openAccess,
  type Outcome,
  parseZone,
  planQuery,
  renderBlock,
} from '@orrery/semantic';
import { afterAll, beforeAll } from 'vitest';
import { bindStatement, modelTables } from '../bind/index.ts';
import { findBlocks } from '../blocks/index.ts';
import { loadParse, type Parse } from '../parse/index.ts';
import type { Block } from '../relation/index.ts';
import { sourceSql, renderForDuckDb, type RenderedStatement } from './index.ts';

export interface TestStatements {
  /** Rows of SQL over the model, as text. */
  ask(text: string): Promise<readonly (readonly (string | null)[])[]>;
  /** Rows of SQL over the tables. */
  truth(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  render(text: string): RenderedStatement & { readonly blocks: readonly Block[] };
}

const session = { zone: 'UTC', now: '2024-06-30 12:00:00.000000+00', user: 'cube', database: 'db' };

/** A model over tables in memory. @param setup statements that make the tables */
export function useStatements(model: string, setup: readonly string[]): TestStatements {
  const { build } = compileModel([{ path: 'model.yml', text: model }]);
  const index = indexModel(build.pieces);
  let parse: Parse;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    parse = await loadParse();
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const statement of ["SET GLOBAL TimeZone = 'UTC'", ...setup]) await connection.run(statement);
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const rows = async (sql: string, params: readonly (string | boolean)[] = []) => {
    const read = await connection.runAndReadAll(sql, [...params]);
    return read.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  };
  const render = (text: string) => {
    const parsed = parse(text);
    const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
    if (statement?.kind !== 'select') throw new Error(`not a SELECT: ${text} ${JSON.stringify(parsed)}`);
    const bound = bindStatement(statement.select, modelTables(index, openAccess));
    const found = findBlocks(bound, { model: index, access: openAccess, sqlOf: () => sourceSql('duckdb', session) });
    const params: (string | boolean)[] = [];
    const blocks: Block[] = [];
    const dialect = dialectFor('duckdb');
    const zone = parseZone('UTC');
    if (!dialect || !zone) throw new Error('DuckDB has a dialect');
    const block = (one: Block) => {
      blocks.push(one);
      const context = { now: 0 as Instant, access: openAccess, defaultZone: zone };
      const limits = { defaultLimit: Infinity, maxLimit: Infinity };
      const query = taken(bindQuery(one.query, index, { ...context, ...limits }));
      const { text: sql, columns } = renderBlock(taken(planQuery(query, index)), index, dialect, params);
      const byName = new Map(columns.map((column) => [column.name, column]));
      return {
        text: sql,
        columns: one.outputs.map(({ name }) => byName.get(name) ?? fail(`no column ${name}`)),
      };
    };
    return { ...renderForDuckDb(found, { session, block }), params, blocks };
  };
  return {
    ask: (text) => {
      const { text: sql, params } = render(text);
      return rows(sql, params);
    },
    truth: (sql) => rows(sql),
    render,
  };
}

function taken<Value>(outcome: Outcome<Value>): Value {
  return outcome.ok ? outcome.value : fail(JSON.stringify(outcome.problems));
}

function fail(message: string): never {
  throw new Error(message);
}
