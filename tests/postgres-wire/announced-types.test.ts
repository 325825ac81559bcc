import pg from 'pg';
import { expect, it } from 'vitest';
import { orrerySide, type WireSide } from '../wire-clients/wire-sides.ts';

async function open(side: WireSide): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(side.address);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const types = `SELECT attname, atttypid::int8 AS type, atttypmod AS modifier FROM pg_attribute
  WHERE attrelid = 'orders'::regclass AND attname IN ('id', 'price', 'amount', 'created_at') ORDER BY attname`;

it('announces one type of a column in catalogs and with rows, from the first statement on', async () => {
  await using side = await orrerySide();
  await using client = await open(side);
  const { rows } = await client.query(types);
  const { fields } = await client.query('SELECT amount, created_at, id, price FROM orders LIMIT 1');
  const sent = fields.map(({ name, dataTypeID, dataTypeModifier }) => [name, String(dataTypeID), dataTypeModifier]);
  expect(rows.map(({ attname, type, modifier }) => [attname, type, modifier])).toEqual(sent);
  expect(sent).toEqual([
    ['amount', '701', -1],
    ['created_at', '1114', -1],
    ['id', '20', -1],
    ['price', '1700', 12 * 65_536 + 2 + 4],
  ]);
});

it('ends a COPY that is cancelled before its first row', async () => {
  await using side = await orrerySide();
  await using client = await open(side);
  await using other = await open(side);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const copied = client.query('COPY (SELECT COUNT(*) AS n FROM slow) TO STDOUT');
  const refused = expect(copied).rejects.toMatchObject({ code: '57014' });
  const isActive = async () => {
    const asked = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND query LIKE 'COPY%'";
    return (await other.query(asked, [rows[0].pid])).rowCount === 1;
  };
  await expect.poll(isActive).toBe(true);
  await other.query('SELECT pg_cancel_backend($1)', [rows[0].pid]);
  await refused;
  expect((await client.query('SELECT 1::int8 AS a')).rows).toEqual([{ a: '1' }]);
  expect(await isActive()).toBe(false);
});

it('describes a cursor by its own name, and no columns of its DECLARE', async () => {
  await using side = await orrerySide();
  await using client = await open(side);
  await client.query('BEGIN');
  const declared = await client.query({
    name: 'declares',
    text: 'DECLARE c CURSOR FOR SELECT id FROM orders',
    values: [],
  });
  expect([declared.command, declared.fields]).toEqual(['DECLARE', []]);
  const { fields, rows } = await client.query('FETCH 2 FROM c');
  expect([fields.map(({ name }) => name), rows.length]).toEqual([['id'], 2]);
});
