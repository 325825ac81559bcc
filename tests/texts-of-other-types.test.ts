import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';
import { mariadbDatabase, type TestDatabase } from './servers/mariadb.ts';
import { postgresDatabase } from './servers/postgres.ts';

/** A column that a member of type string shows: its type and its values, and the texts that are shown for them. */
interface Column {
  readonly type: string;
  readonly values: readonly [string, string];
  readonly shown: readonly [string, string];
}

const shared: Readonly<Record<string, Column>> = {
  day: { type: 'DATE', values: ["'2024-06-05'", "'2024-11-20'"], shown: ['2024-06-05', '2024-11-20'] },
  whole: { type: 'INTEGER', values: ['75001', '8'], shown: ['75001', '8'] },
  exact: { type: 'DECIMAL(10, 2)', values: ['2.50', '10'], shown: ['2.50', '10.00'] },
  clock: { type: 'TIME', values: ["'10:30:00'", "'09:00:00'"], shown: ['10:30:00', '09:00:00'] },
  word: { type: 'VARCHAR(20)', values: ["'b'", "'a'"], shown: ['b', 'a'] },
};
const uuids = ['0a5d5ae5-9d4c-4b0a-8a4e-1f2f3f4f5f6f', 'fa5d5ae5-9d4c-4b0a-8a4e-1f2f3f4f5f6f'] as const;
const uuid: Column = { type: 'UUID', values: [`'${uuids[0]}'`, `'${uuids[1]}'`], shown: uuids };
const flag: Column = { type: 'BOOLEAN', values: ['true', 'false'], shown: ['true', 'false'] };
const moment: Column = {
  type: 'TIMESTAMP',
  values: ["'2024-06-05 10:30:00'", "'2024-06-05 09:00:00.5'"],
  shown: ['2024-06-05 10:30:00', '2024-06-05 09:00:00.5'],
};
const zoned: Column = {
  type: 'TIMESTAMPTZ',
  values: ["'2024-06-05 10:30:00+02'", "'2024-06-05 09:00:00+00'"],
  shown: ['2024-06-05 08:30:00+00', '2024-06-05 09:00:00+00'],
};
const span: Column = { type: 'INTERVAL', values: ["'1 day'", "'2 days'"], shown: ['1 day', '2 days'] };
const json: Column = { type: 'JSON', values: [`'{"a":1}'`, `'[2]'`], shown: ['{"a":1}', '[2]'] };
/** The second has more digits than MariaDB writes in a cast, and than PostgreSQL writes without an exponent. */
const singles = { values: ['0.1', '16777216'], shown: ['0.1', '16777216'] } as const;
const doubles = { values: ['75001', '0.5'], shown: ['75001', '0.5'] } as const;

/** The columns of each data source. */
const columnsOf: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  default: {
    ...shared,
    uuid,
    flag,
    moment,
    zoned,
    span,
    json,
    ratio: { type: 'DOUBLE', ...doubles },
    single: { type: 'REAL', ...singles },
    bytes: { type: 'BLOB', values: [String.raw`'\x01a'`, "'b'"], shown: [String.raw`\x01a`, 'b'] },
    mood: { type: "ENUM ('sad', 'glad')", values: ["'sad'", "'glad'"], shown: ['sad', 'glad'] },
    several: { type: 'INTEGER[]', values: ['[2, 1]', '[3]'], shown: ['[2, 1]', '[3]'] },
  },
  pg: {
    ...shared,
    uuid,
    flag,
    moment,
    zoned,
    span: { ...span, shown: ['P1D', 'P2D'] },
    json,
    ratio: { type: 'DOUBLE PRECISION', ...doubles },
    single: { type: 'REAL', ...singles },
    bytes: { type: 'BYTEA', values: [String.raw`'\x0161'`, "'b'"], shown: [String.raw`\x0161`, String.raw`\x62`] },
    mood: { type: 'mood', values: ["'sad'", "'glad'"], shown: ['sad', 'glad'] },
    several: { type: 'INTEGER[]', values: ["'{2,1}'", "'{3}'"], shown: ['{2,1}', '{3}'] },
    fixed: { type: 'CHAR(3)', values: ["'ab'", "'c'"], shown: ['ab', 'c'] },
  },
  maria: {
    ...shared,
    uuid,
    flag: { ...flag, shown: ['1', '0'] },
    moment: { ...moment, type: 'DATETIME(1)', shown: ['2024-06-05 10:30:00.0', '2024-06-05 09:00:00.5'] },
    json: { ...json, type: 'TEXT' },
    ratio: { type: 'DOUBLE', ...doubles },
    single: { type: 'FLOAT', ...singles },
    mood: { type: "ENUM ('sad', 'glad')", values: ["'sad'", "'glad'"], shown: ['sad', 'glad'] },
  },
};
const cases = Object.entries(columnsOf).flatMap(([source, columns]) =>
  Object.entries(columns).map(([name, column]) => ({ source, name, column })),
);

function tableOf(source: string): readonly string[] {
  const columns = Object.entries(columnsOf[source] ?? {});
  const rows = [0, 0, 1].map((at, index) => [index + 1, ...columns.map(([, { values }]) => values[at])].join(', '));
  return [
    `CREATE ${source === 'default' ? 'TEMP ' : ''}TABLE things (id INTEGER, ${columns.map(([name, { type }]) => `${name} ${type}`).join(', ')})`,
    `INSERT INTO things VALUES ${rows.map((row) => `(${row})`).join(', ')}, (4${', NULL'.repeat(columns.length)})`,
  ];
}

const cubeOf = (source: string) => `
  - name: ${source}_things
    sql_table: things
    data_source: ${source}
    joins:
      - { name: ${source}_names, relationship: many_to_one, sql: "{CUBE.whole} = {${source}_names.code}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: of_both, type: string, case: { when: [{ sql: "{CUBE}.id < 3", label: { sql: "{day}" } }], else: { label: other } } }
${Object.keys(columnsOf[source] ?? {})
  .map((name) => `      - { name: ${name}, sql: ${name}, type: string }\n`)
  .join('')}
    measures:
      - { name: count, type: count }
      - { name: kinds, sql: "{ratio}", type: count_distinct }
      - { name: last_day, sql: "MAX({CUBE}.day)", type: string }
      - { name: greatest, sql: whole, type: max }
  - name: ${source}_names
    sql: SELECT '75001' AS code, 'Paris' AS name UNION ALL SELECT '8', 'eight'
    data_source: ${source}
    dimensions:
      - { name: code, sql: code, type: string, primary_key: true }
      - { name: name, sql: name, type: string }
    measures:
      - { name: count, type: count }
`;

let postgres: TestDatabase;
let mariadb: TestDatabase;
let directory: string;
let served: ServedProject;

beforeAll(async () => {
  [postgres, mariadb] = [await postgresDatabase(), await mariadbDatabase()];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(["CREATE TYPE mood AS ENUM ('sad', 'glad')", ...tableOf('pg')].join(';\n'));
  await client.end();
  const connection = await createConnection({ uri: mariadb.url, multipleStatements: true });
  await connection.query(tableOf('maria').join(';\n'));
  await connection.end();
  directory = await mkdtemp(join(tmpdir(), 'orrery-texts-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/things.yml'), `cubes:${Object.keys(columnsOf).map(cubeOf).join('')}`);
  await writeFile(
    join(directory, 'orrery.yml'),
    `data_sources:
  default:
    type: duckdb
    init: ${JSON.stringify(tableOf('default'))}
  pg: { type: postgres, url: "\${PG_URL}" }
  maria: { type: mysql, url: "\${MARIA_URL}" }
`,
  );
  served = await serveProject(directory, { environment: { PG_URL: postgres.url, MARIA_URL: mariadb.url } });
});

afterAll(async () => {
  await served.close();
  await Promise.all([postgres.drop(), mariadb.drop()]);
  await rm(directory, { recursive: true });
});

function post(path: string, body: object, accept = 'application/json'): Promise<Response> {
  return fetch(`${served.origin}/cubejs-api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });
}

async function rows(query: object): Promise<readonly (readonly (string | null)[])[]> {
  const answer = (await (await post('load', { query: { responseFormat: 'compact', ...query } })).json()) as {
    readonly error?: string;
    readonly data: { readonly dataset: readonly (readonly (string | null)[])[] };
  };
  if (answer.error !== undefined) throw new Error(JSON.stringify(answer));
  return answer.data.dataset;
}

async function statement(sql: string): Promise<readonly unknown[]> {
  const lines = (await (await post('cubesql', { query: sql })).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (!('schema' in lines[0])) throw new Error(JSON.stringify(lines[0]));
  return lines.slice(1).flatMap(({ data }) => data);
}

const byText = (one: string, other: string) => (one < other ? -1 : 1);

describe.each(cases)('a text over $column.type of $source', ({ source, name, column: { shown } }) => {
  const cube = `${source}_things`;
  const member = `${cube}.${name}`;
  const [twice, once] = shown;
  const count = `${cube}.count`;
  const filtered = (operator: string, ...values: readonly string[]) =>
    rows({ measures: [count], filters: [{ member, operator, ...(values.length > 0 ? { values } : {}) }] });

  it('is shown in one form in rows, groups and suggestions', async () => {
    const expected = [...shown].sort(byText);
    const order = { [member]: 'asc' };
    expect(await rows({ dimensions: [member], order })).toEqual([...expected, null].map((one) => [one]));
    expect(
      await rows({ dimensions: [member], measures: [count], order: { [`${cube}.count`]: 'desc', [member]: 'asc' } }),
    ).toEqual([
      [twice, '2'],
      ...[
        [once, '1'],
        [null, '1'],
      ],
    ]);
    expect(
      await rows({ ungrouped: true, dimensions: [`${cube}.id`, member], order: { [`${cube}.id`]: 'asc' } }),
    ).toEqual([
      ['1', twice],
      ['2', twice],
      ['3', once],
      ['4', null],
    ]);
    const values = (await (await post('values', { member })).json()) as { readonly values: readonly unknown[] };
    expect(
      values.values
        .map((one) => (typeof one === 'object' && one !== null && 'value' in one ? one.value : one))
        .filter((one) => one !== null)
        .sort(),
    ).toEqual(expected);
  });

  it('selects its rows as it is shown', async () => {
    expect(await filtered('equals', twice)).toEqual([['2']]);
    expect(await filtered('equals', twice, once)).toEqual([['3']]);
    expect(await filtered('notEquals', twice)).toEqual([['2']]);
    expect(await filtered('contains', once)).toEqual([['1']]);
    expect(await filtered('startsWith', twice.slice(0, 5))).toEqual([
      [twice.slice(0, 5) === once.slice(0, 5) ? '3' : '2'],
    ]);
    expect(await filtered('set')).toEqual([['3']]);
    expect(await filtered('notSet')).toEqual([['1']]);
  });

  it('is the same in statements', async () => {
    const quoted = `'${twice}'`;
    expect(await statement(`SELECT ${name}, MEASURE(count) FROM ${cube} WHERE ${name} = ${quoted} GROUP BY 1`)).toEqual(
      [[twice, '2']],
    );
    expect(await statement(`SELECT DISTINCT ${name} FROM ${cube} WHERE ${name} IS NOT NULL ORDER BY 1`)).toEqual(
      [...shown].sort(byText).map((one) => [one]),
    );
    expect(await statement(`SELECT count(*) FROM ${cube} WHERE ${name} || 'x' = '${once}x'`)).toEqual([['1']]);
    expect(
      await statement(
        `SELECT a.id, b.n FROM ${cube} a JOIN (SELECT ${name}, count(*) AS n FROM ${cube} GROUP BY 1) b ON a.${name} = b.${name} WHERE b.n = 1`,
      ),
    ).toEqual([['3', '1']]);
  });
});

describe.each(Object.keys(columnsOf))('texts of %s', (source) => {
  const member = (name: string) => `${source}_things.${name}`;

  it('are counted, compared and joined as texts', async () => {
    const day = ['2024-06-05', '2', null];
    expect(await rows({ measures: [member('kinds'), member('last_day'), member('greatest')] })).toEqual([
      ['2', '2024-11-20', '75001'],
    ]);
    expect(
      await rows({
        measures: [member('last_day')],
        dimensions: [member('whole')],
        filters: [{ member: member('last_day'), operator: 'equals', values: ['2024-06-05'] }],
      }),
    ).toEqual([['75001', '2024-06-05']]);
    expect(
      await rows({
        dimensions: [member('of_both')],
        measures: [member('count')],
        order: { [member('of_both')]: 'asc' },
      }),
    ).toEqual([
      [day[0], day[1]],
      ['other', '2'],
    ]);
    expect(
      await rows({
        dimensions: [`${source}_names.name`],
        measures: [member('count')],
        order: { [member('count')]: 'desc', [`${source}_names.name`]: 'asc' },
      }),
    ).toEqual([
      ['Paris', '2'],
      ['eight', '1'],
      [null, '1'],
    ]);
  });
});
