import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';
import { mariadbDatabase, type TestDatabase } from './servers/mariadb.ts';
import { postgresDatabase } from './servers/postgres.ts';

const sources = ['default', 'pg', 'maria'];
/** A kilometre is 0.1 beside its neighbours, and beside numbers that four bytes do not hold. */
const values = `(1, 'a', 0.1, 12345678.91, 16777219), (2, 'a', 0.2, 0.1, 3), (3, 'b', 1234567.9, 2.5, 9007199254740993),
  (4, 'b', 16777216, 1, 1), (5, 'c', -0.3, 1, 1), (6, 'c', NULL, 1, 1)`;
const columns = (single: string) => `(id INTEGER, kind VARCHAR(10), km ${single}, exact DECIMAL(18, 2), whole BIGINT)`;

const cubeOf = (source: string) => `
  - name: ${source}_trips
    sql_table: trips
    data_source: ${source}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: kind, sql: kind, type: string }
      - { name: km, sql: km, type: number }
      - { name: exact, sql: exact, type: number }
      - { name: first, sql: "COALESCE({km}, {exact})", type: number }
      - { name: chosen, type: number, case: { when: [{ sql: "{CUBE}.id = 2", label: { sql: "{km}" } }], else: { label: { sql: "{CUBE}.exact" } } } }
      - { name: chosen_whole, type: number, case: { when: [{ sql: "{CUBE}.id = 2", label: { sql: "{km}" } }], else: { label: { sql: "{CUBE}.whole" } } } }
      - { name: chosen_stored, type: number, case: { when: [{ sql: "{CUBE}.id = 2", label: { sql: "{CUBE}.km" } }], else: { label: { sql: "{CUBE}.exact" } } } }
    measures:
      - { name: count, type: count }
      - { name: greatest, sql: km, type: max }
      - { name: least, sql: "{km}", type: min }
      - { name: own, sql: "MAX({CUBE}.km)", type: number }
      - { name: total, sql: "{km}", type: sum, filters: [{ sql: "{CUBE}.id < 3" }] }
      - { name: double, sql: "{own} * 2", type: number }
  - name: ${source}_many
    sql_table: many
    data_source: ${source}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: km, sql: km, type: number }
    measures:
      - { name: total, sql: km, type: sum }
      - { name: again, sql: "{km}", type: sum }
      - { name: mean, sql: km, type: avg }
`;

let postgres: TestDatabase;
let mariadb: TestDatabase;
let directory: string;
let served: ServedProject;

beforeAll(async () => {
  [postgres, mariadb] = [await postgresDatabase(), await mariadbDatabase()];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    `CREATE TABLE trips ${columns('REAL')}; INSERT INTO trips VALUES ${values};
    CREATE TABLE many AS SELECT id, 0.1::real AS km FROM generate_series(1, 200000) AS s (id)`,
  );
  await client.end();
  const connection = await createConnection({ uri: mariadb.url, multipleStatements: true });
  await connection.query(
    `CREATE TABLE trips ${columns('FLOAT')}; INSERT INTO trips VALUES ${values};
    CREATE TABLE many (id INTEGER, km FLOAT); INSERT INTO many SELECT seq, 0.1 FROM seq_1_to_200000`,
  );
  await connection.end();
  directory = await mkdtemp(join(tmpdir(), 'orrery-numbers-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/trips.yml'), `cubes:${sources.map(cubeOf).join('')}`);
  await writeFile(
    join(directory, 'orrery.yml'),
    `data_sources:
  default:
    type: duckdb
    init:
      - ${JSON.stringify(`CREATE TEMP TABLE trips ${columns('REAL')}`)}
      - ${JSON.stringify(`INSERT INTO trips VALUES ${values}`)}
      - CREATE TEMP TABLE many AS SELECT range AS id, 0.1::REAL AS km FROM range(200000)
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

function post(path: string, body: object): Promise<Response> {
  return fetch(`${served.origin}/cubejs-api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function rows(query: object): Promise<readonly (readonly (string | null)[])[]> {
  const answer = (await (await post('load', { query: { responseFormat: 'compact', ...query } })).json()) as {
    readonly error?: string;
    readonly data: { readonly dataset: readonly (readonly (string | null)[])[] };
  };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.data.dataset;
}

async function statement(sql: string): Promise<readonly (readonly unknown[])[]> {
  const text = await (await post('cubesql', { query: sql })).text();
  const lines = text.trim().split('\n');
  return lines
    .slice(1)
    .flatMap((line) => (JSON.parse(line) as { readonly data: readonly (readonly unknown[])[] }).data);
}

describe.each(sources)('numbers of four bytes of the data source %s', (source) => {
  const member = (name: string) => `${source}_trips.${name}`;
  const idsWhere = async (operator: string, ...values: readonly string[]) => {
    const filters = [{ member: member('km'), operator, values }];
    const found = await rows({ dimensions: [member('id')], filters, order: { [member('id')]: 'asc' } });
    return found.map(([id]) => id).join(' ');
  };

  it('are shown with their own digits, in rows and in groups', async () => {
    const dimensions = [member('km')];
    const shown = ['-0.3', '0.1', '0.2', '1234567.9', '16777216', null];
    expect((await rows({ dimensions, order: { [member('km')]: 'asc' } })).map(([km]) => km)).toEqual(shown);
    expect((await rows({ ungrouped: true, dimensions, order: { [member('km')]: 'asc' } })).map(([km]) => km)).toEqual(
      shown,
    );
  });

  it('are selected by the value that is shown', async () => {
    expect(await idsWhere('equals', '0.1')).toBe('1');
    expect(await idsWhere('equals', '0.1', '1234567.9')).toBe('1 3');
    expect(await idsWhere('notEquals', '0.1')).toBe('2 3 4 5 6');
    expect(await idsWhere('gt', '0.1')).toBe('2 3 4');
    expect(await idsWhere('gte', '0.1')).toBe('1 2 3 4');
    expect(await idsWhere('lt', '0.1')).toBe('5');
    expect(await idsWhere('lte', '0.1')).toBe('1 5');
    expect(await idsWhere('equals', '16777217')).toBe('');
    expect(await idsWhere('gt', '0.10000000001')).toBe('2 3 4');
  });

  it('are selected in statements by the value that is shown', async () => {
    const idsOf = async (where: string) =>
      (await statement(`SELECT id FROM ${source}_trips WHERE ${where} ORDER BY id`)).map(([id]) => id).join(' ');
    expect(await idsOf('km = 0.1')).toBe('1');
    expect(await idsOf('km > 0.1')).toBe('2 3 4');
    expect(await idsOf('km IN (0.1, 0.2)')).toBe('1 2');
    expect(await idsOf('km + 0 = 0.1 OR km = 0.2')).toBe('1 2');
  });

  it('are selected as measures by the value that is shown', async () => {
    for (const measure of ['greatest', 'own']) {
      const filters = [{ member: member(measure), operator: 'equals', values: ['0.2'] }];
      expect(await rows({ measures: [member(measure)], dimensions: [member('kind')], filters })).toEqual([
        ['a', '0.2'],
      ]);
    }
    const filters = [{ member: member('least'), operator: 'gt', values: ['0.1'] }];
    expect(await rows({ measures: [member('least')], dimensions: [member('kind')], filters })).toEqual([
      ['b', '1234567.9'],
    ]);
    const first = [{ member: member('kind'), operator: 'equals', values: ['a'] }];
    expect(await rows({ measures: [member('double')], filters: first })).toEqual([['0.4']]);
  });

  it('lose no digits of what stands beside them', async () => {
    const dimensions = ['id', 'first', 'chosen', 'chosen_whole'].map(member);
    const filters = [{ member: member('id'), operator: 'equals', values: ['1', '2'] }];
    expect(await rows({ dimensions, filters, order: { [member('id')]: 'asc' } })).toEqual([
      ['1', '0.1', '12345678.91', '16777219'],
      ['2', '0.2', '0.2', '0.2'],
    ]);
    const stored = [{ member: member('id'), operator: 'equals', values: ['1'] }];
    expect(await rows({ dimensions: [member('chosen_stored')], filters: stored })).toEqual([['12345678.91']]);
    const last = [{ member: member('id'), operator: 'equals', values: ['6'] }];
    expect(await rows({ dimensions: [member('first')], filters: last })).toEqual([['1']]);
  });

  it('are added in eight bytes', async () => {
    const many = (name: string) => `${source}_many.${name}`;
    const [row] = await rows({ measures: [many('total'), many('again'), many('mean')] });
    expect(Number(row?.[0])).toBeCloseTo(20000.0003, 4);
    expect(row?.[1]).toBe(row?.[0]);
    expect(Number(row?.[2])).toBeCloseTo(0.1, 6);
  });
});
