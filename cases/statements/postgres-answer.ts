import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgresDatabase } from '../../tests/servers/postgres.ts';
import { toPostgres } from '../live/postgres.ts';

type Cell = string | boolean | null;

export interface PostgresAnswer {
  readonly rows: readonly (readonly Cell[])[];
  /** As the schema line names them. */
  readonly types: readonly string[];
}

/** PostgreSQL's answers to statements that read no table, or the views of `plain-views.sql`, in the form of our lines. */
export class PostgresAnswers implements AsyncDisposable {
  readonly #client: pg.Client;
  readonly #drop: () => Promise<void>;

  private constructor(client: pg.Client, drop: () => Promise<void>) {
    this.#client = client;
    this.#drop = drop;
  }

  /** @param given tables, and views of them as the model shows them; absent: those of the shop */
  static async open(given?: { readonly tables: string; readonly plain: string }): Promise<PostgresAnswers> {
    const { url, drop } = await postgresDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
    const { tables, plain } = given ?? { tables: file('tables.sql'), plain: file('plain-views.sql') };
    await client.query(
      `CREATE SCHEMA shop; SET search_path = shop; ${toPostgres(tables).replaceAll('VARCHAR', 'VARCHAR COLLATE "C"')}`,
    );
    await client.query(`SET search_path = public; ${plain}`);
    await client.query("RESET search_path; SET intervalstyle = 'iso_8601'");
    return new PostgresAnswers(client, drop);
  }

  async ask(sql: string, timezone = 'UTC'): Promise<PostgresAnswer> {
    await this.#client.query(`SET timezone = '${timezone}'`);
    const asText = { getTypeParser: () => (value: string) => value };
    const { rows, fields } = await this.#client.query({ text: sql, rowMode: 'array', types: asText });
    const types = fields.map(({ dataTypeID }) => typeOf(dataTypeID));
    return {
      types,
      rows: (rows as (string | null)[][]).map((row) => row.map((value, index) => cellOf(value, types[index]))),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
    await this.#drop();
  }
}

const typesByOid: Readonly<Record<number, string>> = {
  16: 'Boolean',
  17: 'Blob',
  20: 'Int64',
  21: 'Int64',
  23: 'Int32',
  700: 'Double',
  701: 'Double',
  1700: 'Double',
  1082: 'Date',
  1114: 'Timestamp',
  1184: 'Timestamp',
  1186: 'Interval',
};

function typeOf(oid: number): string {
  const isArray = [1000, 1003, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1115, 1182, 1231].includes(oid);
  return isArray ? 'List' : (typesByOid[oid] ?? 'String');
}

function cellOf(value: string | null, type: string | undefined): Cell {
  if (value === null) return null;
  switch (type) {
    case 'Boolean':
      return value === 't';
    case 'Timestamp': {
      const [day = '', time = ''] = value.replace(/[+-]\d\d(:\d\d)?$/, '').split(' ');
      const [seconds = '', fraction = ''] = time.split('.');
      return `${day}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}`;
    }
    case 'Interval':
      return intervalText(value);
    default:
      return value;
  }
}

/** `P1Y2M3DT4H5M6.5S` as `1 years 2 mons 3 days 4 hours 5 mins 6.500000 secs`. */
function intervalText(value: string): string {
  const [date = '', time = ''] = value.slice(1).split('T');
  const part = (text: string, unit: string) => Number(new RegExp(`(-?[\\d.]+)${unit}`).exec(text)?.[1] ?? '0');
  const seconds = part(time, 'S');
  const shown = Number.isInteger(seconds) ? seconds.toFixed(2) : seconds.toFixed(6);
  const whole = [`${part(date, 'Y')} years`, `${part(date, 'M')} mons`, `${part(date, 'D')} days`];
  return [...whole, `${part(time, 'H')} hours`, `${part(time, 'M')} mins`, `${shown} secs`].join(' ');
}
