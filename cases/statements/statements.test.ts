import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTrino } from '../../tests/servers/trino.ts';
import { comparable, readTruth } from '../truth-rows.ts';
import { PostgresAnswers } from './postgres-answer.ts';
import { readStatements, type StatementCase } from './read-statements.ts';
import { clickhouseKind, openTruths, Shop, type SourceKind, type StatementLine } from './shop.ts';

/**
 * Kinds of data sources that the statements run on, and how many of the statements each may refuse: what a source cannot
 * evaluate to PostgreSQL's meaning below a measure is refused, and never answered otherwise. Of many statements on ClickHouse
 * and Trino, which take long for each, one in `every` runs.
 */
const kinds: readonly { readonly kind: SourceKind; readonly mostRefused: number; readonly every: number }[] = [
  { kind: 'duckdb', mostRefused: 0, every: 1 },
  { kind: 'postgres', mostRefused: 5, every: 1 },
  { kind: 'mysql', mostRefused: 40, every: 1 },
  ...clickhouseKind.map((kind) => ({ kind, mostRefused: 5, every: 8 })),
  ...(hasTrino ? [{ kind: 'trino' as const, mostRefused: 5, every: 20 }] : []),
];
const refusals = /^(?:Unsupported|Rewrite) Error: /;

const statements = readStatements();
const names = statements.map(({ name }) => name);

/** The truth of a statement is the same for all kinds. */
const truthsOf = new Map<StatementCase, Promise<Expected>>();

let truths: DuckDBConnection;
let postgres: PostgresAnswers;
beforeAll(async () => {
  [truths, postgres] = await Promise.all([openTruths(), PostgresAnswers.open()]);
});
afterAll(async () => {
  truths?.closeSync();
  await postgres?.[Symbol.asyncDispose]();
});

it('no two statements have one name', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(kinds)('statements on $kind', ({ kind, mostRefused, every }) => {
  const notAnswered: string[] = [];
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(kind);
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  it.each(statements.filter((_, at) => at % every === 0))('$name', async (statement) => {
    const lines = await shop.ask(statement.sql, statement.timezone);
    const refused = statement.refused_on?.[kind] ?? statement.refused;
    if (refused !== undefined) {
      expect(lines).toEqual([expect.objectContaining({ error: expect.stringContaining(refused) })]);
      return;
    }
    const [schema] = lines;
    if (kind !== 'duckdb' && refusals.test(schema?.error ?? '')) {
      notAnswered.push(statement.name);
      return;
    }
    if (!schema?.schema) throw new Error(String(schema?.error));
    const types = schema.schema.map(({ column_type }) => typeName(column_type));
    const truth = await truthOf(statement);
    const isDouble = types.map((type, index) => type === 'Double' || (truth.isDouble[index] ?? false));
    const compared = { rows: truth.rows, isDouble };
    const isOrdered = statement.ordered ?? false;
    const rows = lines.slice(1).flatMap(({ data, error }) => data ?? fail(error));
    expect(comparable(rows, compared, isOrdered)).toEqual(comparable(truth.rows, compared, isOrdered));
    if (truth.types) {
      const asTheirs = (type: string, at: number) =>
        type === 'Int64' && truth.types?.[at] === 'Int32' && isWritten(rows[0]?.[at], statement) ? 'Int32' : type;
      expect(types.map(asTheirs)).toEqual(truth.types);
    }
    if (statement.columns) {
      expect(schema.schema.map(({ name }, index) => `${name} ${types[index]}`).join(', ')).toBe(statement.columns);
    }
  });

  it('answers all but a few', () => {
    expect(notAnswered.length, notAnswered.join('\n')).toBeLessThanOrEqual(mostRefused);
  });
});

interface Expected {
  readonly rows: readonly NonNullable<StatementLine['data']>[number][];
  readonly isDouble: readonly boolean[];
  readonly types?: readonly string[];
}

const numbers: readonly (string | undefined)[] = ['Double', 'Int32', 'Int64'];

function truthOf(statement: StatementCase): Promise<Expected> {
  const truth = truthsOf.get(statement) ?? askTruth(statement);
  truthsOf.set(statement, truth);
  return truth;
}

async function askTruth({ sql, truth, plain, counterpart, timezone }: StatementCase): Promise<Expected> {
  if (truth !== undefined) return readTruth(await truths.runAndReadAll(truth));
  const { rows, types } = await postgres.ask(counterpart ?? sql, timezone);
  if (plain || counterpart !== undefined) return { rows, isDouble: types.map((type) => numbers.includes(type)) };
  return { rows, types, isDouble: types.map((type) => type === 'Double') };
}

/** Whether a number stands in the text of a statement: such constants are announced as Int64. */
function isWritten(value: string | boolean | null | undefined, { sql }: StatementCase): boolean {
  return new RegExp(`\\b${value}\\b`).test(sql);
}

/** `{"Date": false}` is a Date. */
function typeName(type: unknown): string {
  return typeof type === 'object' && type !== null ? (Object.keys(type)[0] ?? '') : String(type);
}

function fail(error: string | undefined): never {
  throw new Error(`an error after the schema: ${error}`);
}
