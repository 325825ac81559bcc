import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { type ServedProject, serveProject } from '../../tests/serve-project.ts';
import { clickhouseDatabase, hasClickhouse } from '../../tests/servers/clickhouse.ts';
import { mariadbDatabase } from '../../tests/servers/mariadb.ts';
import { postgresDatabase } from '../../tests/servers/postgres.ts';
import { trinoSchema } from '../../tests/servers/trino.ts';
import { toClickhouse } from '../live/clickhouse.ts';
import { toMariadb } from '../live/mariadb.ts';
import { toPostgres } from '../live/postgres.ts';
import { toTrino } from '../live/trino-fixtures.ts';

const tables = () => readFileSync(join(import.meta.dirname, 'tables.sql'), 'utf8');

/** Time at which the statements run: a Wednesday. */
const now = Date.parse('2024-05-15T10:20:30Z');

export type SourceKind = 'duckdb' | 'postgres' | 'mysql' | 'trino' | 'clickhouse';

/** ClickHouse, where this machine has it. */
export const clickhouseKind: readonly SourceKind[] = hasClickhouse ? ['clickhouse'] : [];

interface Place {
  /** Settings of the data source. */
  readonly settings: readonly string[];
  readonly url: string;
  drop(): Promise<void>;
}

/** The shop behind a served project, on one kind of data source. */
export class Shop implements AsyncDisposable {
  readonly served: ServedProject;
  readonly #folder: string;
  readonly #place: Place;

  private constructor(served: ServedProject, folder: string, place: Place) {
    this.served = served;
    this.#folder = folder;
    this.#place = place;
  }

  /** @param change statement over the tables that runs first */
  static async open(kind: SourceKind, change = ''): Promise<Shop> {
    return Shop.of(kind, readFileSync(join(import.meta.dirname, 'model.yml'), 'utf8'), `${tables()}\n${change}`);
  }

  /** Another model over tables of its own. @param statements that make the tables, as DuckDB reads them */
  static async of(kind: SourceKind, model: string, statements: string): Promise<Shop> {
    const folder = await mkdtemp(join(tmpdir(), 'orrery-statements-'));
    const place = await places[kind](folder, statements);
    mkdirSync(join(folder, 'model'));
    writeFileSync(join(folder, 'model', 'shop.yml'), model);
    const settings = [
      'data_sources:',
      '  default:',
      `    type: ${kind}`,
      ...place.settings.map((line) => `    ${line}`),
    ];
    writeFileSync(join(folder, 'orrery.yml'), `${settings.join('\n')}\n`);
    const served = await serveProject(folder, { now, environment: { SHOP_URL: place.url } });
    return new Shop(served, folder, place);
  }

  /** The lines of the answer to a statement. */
  async ask(query: string, timezone = 'UTC'): Promise<readonly StatementLine[]> {
    const response = await fetch(`${this.served.origin}/cubejs-api/v1/cubesql`, {
      method: 'POST',
      headers: { authorization: this.served.token, 'content-type': 'application/json' },
      body: JSON.stringify({ query, timezone }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StatementLine); // the service's own lines
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.close();
    await this.#place.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface StatementLine {
  readonly schema?: readonly { readonly name: string; readonly column_type: unknown }[];
  readonly data?: readonly (readonly (string | boolean | null)[])[];
  readonly error?: string;
}

/** @param text of the statements that make the tables */
const places: Readonly<Record<SourceKind, (folder: string, text: string) => Promise<Place>>> = {
  duckdb: async (folder, text) => {
    const instance = await DuckDBInstance.create(join(folder, 'shop.duckdb'), { threads: '1' });
    const connection = await instance.connect();
    await connection.run(text);
    connection.closeSync();
    instance.closeSync();
    return { settings: ['database: shop.duckdb'], url: '', drop: async () => {} };
  },
  postgres: async (_, text) => {
    const { url, drop } = await postgresDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(toPostgres(text));
    await client.end();
    return { settings: ['url: ${SHOP_URL}'], url, drop };
  },
  mysql: async (_, text) => {
    const { url, drop } = await mariadbDatabase();
    const connection = await createConnection({ uri: url, multipleStatements: true });
    await connection.query(
      "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'",
    );
    await connection.query(toMariadb(text));
    await connection.end();
    return { settings: ['url: ${SHOP_URL}'], url, drop };
  },
  trino: async (_, text) => {
    const { host, port, user, catalog, schema, ask, drop } = await trinoSchema();
    for (const statement of toTrino(text)) await ask(statement);
    const url = `trino://${user}@${host}:${port}/${catalog}`;
    return { settings: ['url: ${SHOP_URL}', `schema: ${schema}`], url, drop };
  },
  clickhouse: async (_, text) => {
    const { host, port, user, database, ask, drop } = await clickhouseDatabase();
    for (const statement of toClickhouse(text)) await ask(statement);
    return { settings: ['url: ${SHOP_URL}'], url: `clickhouse://${user}@${host}:${port}/${database}`, drop };
  },
};

/** Plain DuckDB with the tables, for truths. */
export async function openTruths() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(tables());
  return connection;
}
