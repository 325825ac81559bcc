import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';

/** The sample model of the contract with the rows of its acceptance cases: statuses new (3), shipped (2) and NULL (2). */
const model = `
cubes:
  - name: orders
    sql: >
      SELECT * FROM (VALUES
        (1, 'new',     TIMESTAMP '2024-01-01 03:00:00', true,  10.50),
        (2, 'new',     TIMESTAMP '2024-01-05 10:15:20', false, 20.25),
        (3, 'new',     TIMESTAMP '2024-02-07 12:00:00', true,  5.25),
        (4, 'shipped', TIMESTAMP '2024-02-10 00:00:00', true,  40.00),
        (5, 'shipped', TIMESTAMP '2024-03-10 08:00:00', false, 1.00),
        (6, NULL,      TIMESTAMP '2024-05-14 22:30:00', true,  12.50),
        (7, NULL,      TIMESTAMP '2024-05-15 09:30:00', NULL,  3.00)
      ) AS t (id, status, created_at, is_paid, amount)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: is_paid, sql: is_paid, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: total_amount, sql: amount, type: sum }
      - { name: avg_amount, sql: amount, type: avg }
    segments:
      - { name: completed, sql: "{CUBE}.status = 'shipped'" }
`;

let served: ServedProject;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-acceptance-'));
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(folder, 'model', 'shop.yml'), model);
  writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  served = await serveProject(folder);
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  readonly schema?: readonly { readonly name: string; readonly column_type: unknown }[];
  readonly data?: readonly (readonly (string | boolean | null)[])[];
  readonly error?: string;
}

async function lines(query: string): Promise<readonly Line[]> {
  const response = await fetch(`${served.origin}/cubejs-api/v1/cubesql`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line); // the service's own lines
}

async function rows(query: string) {
  const [schema, ...data] = await lines(query);
  if (!schema?.schema) throw new Error(schema?.error);
  const found = data.flatMap((line) => line.data ?? []);
  return found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function columns(query: string): Promise<string> {
  const [schema] = await lines(query);
  return (schema?.schema ?? []).map(({ name, column_type }) => `${name} ${String(column_type)}`).join(', ');
}

const count = (condition: string) => `SELECT COUNT(*) AS c FROM orders WHERE ${condition}`;

/** Of rows whose order means nothing. */
type Rows = readonly (readonly (string | boolean | null)[])[];

describe('acceptance cases of the contract of SQL', () => {
  it.each<[number, string, Rows]>([
    [10, 'SELECT MEASURE(count) AS c FROM orders', [['7']]],
    [11, 'SELECT COUNT(*) AS c FROM orders', [['7']]],
    [12, 'SELECT SUM(total_amount) AS s FROM orders', [['92.50']]],
    [14, 'SELECT MIN(total_amount) AS m FROM orders', [['1.00']]],
    [15, "SELECT SUM(CASE WHEN status='new' THEN total_amount END) AS s FROM orders", [['36.00']]],
    [17, 'SELECT MAX(created_at) AS m FROM orders', [['2024-05-15T09:30:00.000']]],
    [
      19,
      'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1',
      [
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
    ],
    [
      20,
      'SELECT status, count FROM orders',
      [
        ['new', '1'],
        ['new', '1'],
        ['new', '1'],
        ['shipped', '1'],
        ['shipped', '1'],
        [null, '1'],
        [null, '1'],
      ],
    ],
    // PostgreSQL drops NULL.
    [22, count("status <> 'new'"), [['2']]],
    [23, count('status IS NULL'), [['2']]],
    // PostgreSQL minds letter case.
    [24, count("status LIKE 'NE%'"), [['0']]],
    [24, count("status ILIKE 'NE%'"), [['3']]],
    [25, count("status IN ('new','shipped')"), [['5']]],
    [26, count('completed IS TRUE'), [['2']]],
    [27, count("completed IS TRUE OR status='new'"), [['5']]],
    [32, 'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 HAVING COUNT(*) > 2', [['new', '3']]],
    [
      37,
      'SELECT LOWER(status) AS l, COUNT(*) AS c FROM orders GROUP BY 1',
      [
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
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
    [44, 'SELECT status FROM orders LIMIT 0', []],
    [45, 'SELECT MAX(created_at) AS m FROM orders WHERE 1 = 0', [[null]]],
  ])('%d: %s', async (_, query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });

  it.each<[number, string, string]>([
    [
      13,
      'SELECT COUNT(total_amount) FROM orders',
      "Measure aggregation type doesn't match. The aggregation type for 'total_amount' is 'SUM()' but 'COUNT()' was provided",
    ],
    [
      16,
      'SELECT MEASURE(status) FROM orders',
      "Dimension 'status' was used with the aggregate function 'MEASURE()'. Please use a measure instead",
    ],
    [18, 'SELECT status, MEASURE(count) FROM orders', 'Projection references non-aggregate values'],
    [53, 'INSERT INTO orders VALUES (1)', 'Unsupported Error: Unsupported query type'],
  ])('%d: %s is refused', async (_, query, expected) => {
    expect(await lines(query)).toEqual([expect.objectContaining({ error: expect.stringContaining(expected) })]);
  });

  it('10 and 12: counts are Int64, and sums Double', async () => {
    expect(await columns('SELECT MEASURE(count) AS c, SUM(total_amount) AS s FROM orders')).toBe('c Int64, s Double');
  });

  it('19: the generated SQL has no order', async () => {
    const query = 'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1';
    const response = await fetch(`${served.origin}/cubejs-api/v1/sql?format=sql&query=${encodeURIComponent(query)}`, {
      headers: { authorization: served.token },
    });
    const text = await response.text();
    expect(text).toContain('GROUP BY');
    expect(text).not.toContain('ORDER BY');
  });

  it('21: SELECT * has all columns, and NULL for segments and special columns', async () => {
    const query = 'SELECT * FROM orders WHERE status IS NOT NULL LIMIT 1';
    expect(await columns(query)).toBe(
      'count Int64, total_amount Double, avg_amount Double, status String, created_at Timestamp, is_paid Boolean, completed Boolean, __user String, __cubeJoinField String',
    );
    const [row] = await rows(query);
    expect(row?.[0]).toBe('1');
    expect(row?.slice(-3)).toEqual([null, null, null]);
  });

  it('43: a limit above the maximum of queries gives all rows', async () => {
    expect(await rows('SELECT status FROM orders LIMIT 100000')).toHaveLength(7);
  });

  it('44: without rows there is one line of data, which is empty', async () => {
    const [, ...data] = await lines('SELECT status FROM orders LIMIT 0');
    expect(data).toEqual([{ data: [] }]);
  });
});
