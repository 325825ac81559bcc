import Cursor from 'pg-cursor';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

describe('psql', () => {
  it('runs statements, and goes on behind an error', async () => {
    const text = 'SELECT status, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 1';
    const { out, errors } = await server.psql('-c', text, '-c', 'SELECT nothing FROM orders', '-c', 'SELECT 1');
    expect(out).toBe('new|3\nshipped|2\n|2\n1');
    expect(errors).toMatch(/^ERROR: {2}.*nothing/);
  });

  it('reads in parts by cursors', async () => {
    const { out, errors } = await server.psql('-v', 'FETCH_COUNT=2', '-c', 'SELECT status FROM orders ORDER BY 1');
    expect([out, errors]).toEqual(['new\nnew\nnew\nshipped\nshipped\n', ''].map((each) => each.trimEnd()));
  });

  it('copies rows', async () => {
    const query = 'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1';
    const { out } = await server.psql('-c', `COPY (${query}) TO STDOUT WITH (FORMAT csv, HEADER)`);
    expect(out).toBe('status,c\nnew,3\nshipped,2\n,2');
    expect((await server.psql('-c', `COPY (${query}) TO STDOUT`)).out).toBe('new\t3\nshipped\t2\n\\N\t2');
    const { errors } = await server.psql('-c', 'COPY orders FROM STDIN', '-c', 'SELECT 1');
    expect(errors).toMatch(/^ERROR: {2}/);
  });

  it('shows where an error is', async () => {
    const { errors } = await server.psql('-c', 'SELECT 1 FROM FROM orders');
    expect(errors).toMatch(/LINE 1: SELECT 1 FROM FROM orders\n {20,30}\^/);
  });
});

describe('node-pg', () => {
  it('reads numbers, times and NULL', async () => {
    const client = await server.connect();
    const { rows } = await client.query(
      'SELECT status, is_paid, created_at, MEASURE(total_amount) AS t, MEASURE(count) AS c FROM orders WHERE status IS NULL GROUP BY 1, 2, 3 ORDER BY 3 LIMIT 1',
    );
    expect(rows).toEqual([
      { status: null, is_paid: true, created_at: new Date('2024-05-14T22:30:00'), t: '12.50', c: '1' },
    ]);
  });

  it('runs several statements at once, each with its result', async () => {
    const client = await server.connect();
    const results = (await client.query('SELECT 1 AS a; SELECT 2 AS b')) as unknown as readonly { rows: unknown }[];
    expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  it('goes on behind an error, and prepares statements by name', async () => {
    const client = await server.connect();
    await expect(client.query('SELECT nothing FROM orders')).rejects.toMatchObject({ severity: 'ERROR' });
    for (const status of ['new', 'shipped']) {
      const { rows } = await client.query({
        name: 'by-status',
        text: 'SELECT COUNT(*)::int AS c FROM orders WHERE status = $1',
        values: [status],
      });
      expect(rows).toEqual([{ c: status === 'new' ? 3 : 2 }]);
    }
  });

  it('reads in parts by a cursor', async () => {
    const client = await server.connect();
    const cursor = client.query(new Cursor('SELECT status FROM orders ORDER BY 1', []));
    expect(await cursor.read(4)).toHaveLength(4);
    expect(await cursor.read(100)).toEqual([{ status: 'shipped' }, { status: null }, { status: null }]);
    expect(await cursor.read(1)).toEqual([]);
    await cursor.close();
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
  });

  it('leaves a cursor early', async () => {
    const client = await server.connect();
    const cursor = client.query(new Cursor('SELECT status FROM orders', []));
    await cursor.read(1);
    await cursor.close();
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
  });
});

describe('postgres.js', () => {
  function connect() {
    const sql = postgres({
      ...{ host: '127.0.0.1', port: server.port, user: 'cube', password: server.token, database: 'anything', max: 1 },
      fetch_types: false,
      onnotice: () => undefined,
    });
    onTestFinished(() => sql.end({ timeout: 1 }));
    return sql;
  }

  it('asks with values', async () => {
    const sql = connect();
    const rows = await sql`SELECT status, COUNT(*)::int AS c FROM orders WHERE status = ${'new'} GROUP BY 1`;
    expect([...rows]).toEqual([{ status: 'new', c: 3 }]);
    await expect(sql`SELECT nothing FROM orders`).rejects.toThrow(/nothing/);
    expect([...(await sql`SELECT ${7}::int AS n`)]).toEqual([{ n: 7 }]);
  });

  it('reads in parts by a cursor, without a transaction', async () => {
    const sql = connect();
    const sizes: number[] = [];
    await sql`SELECT status FROM orders`.cursor(3, (rows) => void sizes.push(rows.length));
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('runs several statements, and transactions', async () => {
    const sql = connect();
    expect(await sql.unsafe('SELECT 1 AS a; SELECT 2 AS b')).toMatchObject([[{ a: 1 }], [{ b: 2 }]]);
    const count = await sql.begin('read only', async (inside) => {
      const [row] = await inside`SELECT COUNT(*)::int AS c FROM orders`;
      return row?.['c'];
    });
    expect(count).toBe(7);
  });
});
