import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { raw, RawClient } from './raw-client.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

type Rows = readonly (readonly (string | null)[])[];

/** Values as the server wrote them. */
const asTexts = { getTypeParser: () => (value: string) => value };

/** The only row of a statement in binary: its fields with their lengths, in hexadecimal digits. */
async function rowInBinary(text: string): Promise<string | undefined> {
  const { client } = await RawClient.start(server.port, { password: server.token });
  onTestFinished(() => void client.stream.destroy());
  client.send(raw.parse('', text), raw.bind('', '', [], { formats: [1] }), raw.execute(''), raw.sync);
  const row = (await client.until('Z')).find(({ type }) => type === 'D');
  return row?.body.subarray(2).toString('hex');
}

async function ask(text: string, values?: readonly unknown[]) {
  const client = await server.connect();
  return client.query({ text, rowMode: 'array', types: asTexts as never, ...(values ? { values: [...values] } : {}) });
}

const inOrder = (rows: readonly unknown[]) =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

const count = (condition: string) => `SELECT COUNT(*) AS c FROM orders WHERE ${condition}`;

/** OIDs of the types that columns have. */
const oids = { bool: 16, int8: 20, int4: 23, text: 25, float8: 701, timestamp: 1114, numeric: 1700 };

describe.each<[string, readonly unknown[] | undefined]>([
  ['a simple query', undefined],
  ['an extended query', []],
])('acceptance cases of the contract of SQL by %s', (_, values) => {
  it.each<[number, string, Rows]>([
    [2, 'SELECT current_database()', [['anything']]],
    [4, 'SELECT version()', [['PostgreSQL 14.2 on x86_64-cubesql']]],
    [5, 'SHOW server_version_num', [['140002']]],
    [10, 'SELECT MEASURE(count) AS c FROM orders', [['7']]],
    [11, 'SELECT COUNT(*) AS c FROM orders', [['7']]],
    [12, 'SELECT SUM(total_amount) AS s FROM orders', [['92.50']]],
    [14, 'SELECT MIN(total_amount) AS m FROM orders', [['1.00']]],
    [15, "SELECT SUM(CASE WHEN status='new' THEN total_amount END) AS s FROM orders", [['36.00']]],
    [17, 'SELECT MAX(created_at) AS m FROM orders', [['2024-05-15 09:30:00.000000']]],
    [
      19,
      'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1',
      [
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
    ],
    // PostgreSQL drops NULL, and minds letter case.
    [22, count("status <> 'new'"), [['2']]],
    [23, count('status IS NULL'), [['2']]],
    [24, count("status LIKE 'NE%'"), [['0']]],
    [25, count("status IN ('new','shipped')"), [['5']]],
    [26, count('completed IS TRUE'), [['2']]],
    [27, count("completed IS TRUE OR status='new'"), [['5']]],
    [28, count("created_at >= '2024-01-01' AND created_at < '2024-02-01'"), [['2']]],
    [29, count('EXTRACT(YEAR FROM created_at) = 2024'), [['7']]],
    [
      30,
      "SELECT DATE_TRUNC('month', created_at) AS m, COUNT(*) AS c FROM orders GROUP BY 1",
      [
        ['2024-01-01 00:00:00.000000', '2'],
        ['2024-02-01 00:00:00.000000', '2'],
        ['2024-03-01 00:00:00.000000', '1'],
        ['2024-05-01 00:00:00.000000', '2'],
      ],
    ],
    [32, 'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 HAVING COUNT(*) > 2', [['new', '3']]],
    [
      33,
      'SELECT u.city, SUM(o.count) AS c FROM orders o CROSS JOIN users u GROUP BY 1',
      [
        ['Oslo', '2'],
        ['Rome', '4'],
        [null, '1'],
      ],
    ],
    [
      36,
      'SELECT ROUND(AVG(c), 9) AS a FROM (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) t',
      [['2.333333333']],
    ],
    [
      39,
      'SELECT status, SUM(COUNT(*)) OVER () AS t FROM orders GROUP BY 1',
      [
        ['new', '7'],
        ['shipped', '7'],
        [null, '7'],
      ],
    ],
    [40, 'SELECT 1 AS a UNION ALL SELECT 2', [['1'], ['2']]],
    [44, 'SELECT status FROM orders LIMIT 0', []],
    [45, 'SELECT MAX(created_at) AS m FROM orders WHERE 1 = 0', [[null]]],
  ])('%d: %s', async (__, query, expected) => {
    expect(inOrder((await ask(query, values)).rows)).toEqual(expected);
  });

  it.each<[number, string, string, string]>([
    [13, 'SELECT COUNT(total_amount) FROM orders', 'XX000', "Measure aggregation type doesn't match."],
    [16, 'SELECT MEASURE(status) FROM orders', 'XX000', "Dimension 'status' was used with the aggregate function"],
    [18, 'SELECT status, MEASURE(count) FROM orders', '42000', 'Projection references non-aggregate values'],
    [49, "SET cube_cache = 'nope'", '26000', 'Invalid value for cache mode: nope'],
    [53, 'INSERT INTO orders VALUES (1)', '0A000', 'Unsupported Error: Unsupported query type'],
  ])('%d: %s is refused', async (__, query, code, message) => {
    const error = await ask(query, values).catch((each: unknown) => each);
    expect(error).toMatchObject({
      severity: 'ERROR',
      message: expect.stringContaining(message),
      code,
    });
  });

  it('10, 12 and 30: types of columns', async () => {
    const { fields } = await ask(
      'SELECT MEASURE(count) AS c, SUM(total_amount) AS s, 1 AS i, 1.5 AS n FROM orders',
      values,
    );
    expect(fields.map(({ name, dataTypeID }) => [name, dataTypeID])).toEqual([
      ['c', oids.int8],
      ['s', oids.numeric],
      ['i', oids.int4],
      ['n', oids.numeric],
    ]);
  });

  it('21: SELECT * has all columns, and NULL for segments and special columns', async () => {
    const { rows, fields } = await ask('SELECT * FROM orders LIMIT 1', values);
    expect(fields.map(({ name }) => name).slice(-3)).toEqual(['completed', '__user', '__cubeJoinField']);
    expect((rows[0] as readonly unknown[]).slice(-3)).toEqual([null, null, null]);
  });
});

it('1: a wrong password is refused', async () => {
  await expect(server.connect({ password: 'wrong' })).rejects.toMatchObject({
    ...{ severity: 'FATAL', code: '28P01', message: 'password authentication failed for user "cube"' },
  });
});

it('6: settings without a meaning are accepted', async () => {
  expect((await ask('SET foo.bar = 1')).command).toBe('SET');
});

it('48: days are those of the zone of the session', async () => {
  const client = await server.connect();
  const days =
    "SELECT DATE_TRUNC('day', created_at) AS d, COUNT(*) AS c FROM orders WHERE created_at < '2024-01-02' GROUP BY 1";
  await client.query("SET TIME ZONE 'America/Los_Angeles'");
  const { rows } = await client.query({ text: days, rowMode: 'array', types: asTexts as never });
  expect(rows).toEqual([['2023-12-31 00:00:00.000000', '1']]);
});

it('50: cursors', async () => {
  const client = await server.connect();
  const text =
    'BEGIN; DECLARE c CURSOR FOR SELECT status FROM orders; FETCH 2 FROM c; FETCH ALL FROM c; CLOSE c; COMMIT';
  const results = (await client.query(text)) as unknown as readonly { command: string; rowCount: number | null }[];
  expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
    ['BEGIN', null],
    ['DECLARE', null],
    ['FETCH', 2],
    ['FETCH', 5],
    ['CLOSE', null],
    ['COMMIT', null],
  ]);
});

it('51: values of parameters', async () => {
  const text = 'SELECT COUNT(*) FROM orders WHERE status = $1';
  expect((await ask(text, ['new'])).rows).toEqual([['3']]);
  expect((await ask(text, ["new' OR 1=1 --"])).rows).toEqual([['0']]);
  expect((await ask('SELECT status FROM orders ORDER BY 1 LIMIT $1', ['2'])).rows).toEqual([['new'], ['new']]);
});

it('a time with a zone is its instant, in every zone of the session', async () => {
  const client = await server.connect();
  await client.query("SET TIME ZONE 'America/New_York'");
  const moment = "TIMESTAMPTZ '2024-03-10 08:00:00-05'";
  const asked = { text: `SELECT ${moment}, ${moment}::text, ${moment}::timestamp`, rowMode: 'array' as const };
  const { rows } = await client.query({ ...asked, types: asTexts as never });
  expect(rows).toEqual([['2024-03-10 13:00:00.000000+00', '2024-03-10 09:00:00-04', '2024-03-10 09:00:00.000000']]);
  // Microseconds since 2000.
  expect(await rowInBinary(`SELECT ${moment}`)).toBe('000000080002b64cc5757400');
});

it('arrays have the form of PostgreSQL, as text and in binary', async () => {
  const client = await server.connect();
  const text = `SELECT ARRAY[1, 2], ARRAY['a', NULL, 'b "c"'], ARRAY[true, false], '{}'::int[],
    ARRAY[DATE '2024-01-31'], ARRAY[1.50, 2.25]`;
  const { rows } = await client.query({ text, rowMode: 'array', types: asTexts as never });
  expect(rows).toEqual([['{1,2}', String.raw`{a,NULL,"b \"c\""}`, '{t,f}', '{}', '{2024-01-31}', '{1.50,2.25}']]);
  await expect(client.query('SELECT ARRAY[[1, 2], [3, 4]]')).rejects.toThrow('Arrays of several dimensions');
  expect(await rowInBinary('SELECT ARRAY[1, 2], ARRAY[1, NULL], ARRAY[1.5]')).toBe(
    [
      ...['00000024 00000001 00000000 00000017 00000002 00000001 00000004 00000001 00000004 00000002'],
      ...['00000020 00000001 00000001 00000017 00000002 00000001 00000004 00000001 ffffffff'],
      ...['00000024 00000001 00000000 000006a4 00000001 00000001 0000000c 0002 0000 0000 0001 0001 1388'],
    ]
      .join('')
      .replaceAll(' ', ''),
  );
});
