import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireStatement } from '../packages/runtime/src/wire/wire.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type AskedWith, ShopConnection } from './connection-for-test.ts';

let connection: ShopConnection;
beforeAll(async () => {
  connection = await ShopConnection.open('duckdb');
}, 120_000);
afterAll(async () => {
  await connection?.[Symbol.asyncDispose]();
});

const rowsOf = async (text: string, asked?: AskedWith) => (await connection.rows(text, asked)).rows;

async function fieldsOf(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    return connection.wire.errorFields(error);
  }
  throw new Error('it was answered');
}

describe('a text', () => {
  const kindsOf = async (text: string) => (await connection.read(text)).map(({ kind }) => kind);

  it('has any number of statements, each with its own text', async () => {
    expect(await kindsOf('')).toEqual([]);
    expect(await kindsOf(' ; -- nothing\n ;')).toEqual([]);
    const read = await connection.read(" /* a */ BEGIN; SELECT '😀;' ;\nfetch 100 in c;COMMIT ");
    expect(read.map(({ kind, text, start }) => [kind, text, start])).toEqual([
      ['begin', 'BEGIN', 9],
      ['rows', "SELECT '😀;'", 16],
      ['fetch', 'fetch 100 in c', 31],
      ['commit', 'COMMIT', 46],
    ]);
  });

  it.each<[string, Partial<WireStatement> | object]>([
    [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      { kind: 'begin', tag: 'BEGIN', modes: { isolation: 'repeatable read', isReadOnly: true } },
    ],
    ['START TRANSACTION READ WRITE', { kind: 'begin', tag: 'START TRANSACTION', modes: { isReadOnly: false } }],
    ['END', { kind: 'commit', andChain: false }],
    ['ABORT AND CHAIN', { kind: 'rollback', andChain: true }],
    ['SAVEPOINT "A b"', { kind: 'savepoint', name: 'A b' }],
    ['RELEASE a', { kind: 'release', name: 'a' }],
    ['ROLLBACK TO SAVEPOINT a', { kind: 'rollback-to', name: 'a' }],
    [
      'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE',
      { kind: 'set-transaction', isForSession: true, modes: { isolation: 'serializable' } },
    ],
    ['SET TRANSACTION READ ONLY', { kind: 'set-transaction', isForSession: false, modes: { isReadOnly: true } }],
    [
      "SET search_path TO a, 'B c'",
      { kind: 'set', name: 'search_path', values: ['a', 'B c'], isLocal: false, tag: 'SET' },
    ],
    ['SET LOCAL foo.bar = 1', { kind: 'set', name: 'foo.bar', values: ['1'], isLocal: true }],
    ["SET TIME ZONE 'America/Los_Angeles'", { kind: 'set', name: 'timezone', values: ['America/Los_Angeles'] }],
    ["SET TIME ZONE INTERVAL '-03:00' HOUR TO MINUTE", { kind: 'set', name: 'timezone', values: ['-03:00'] }],
    ['RESET search_path', { kind: 'set', name: 'search_path', tag: 'RESET' }],
    ['RESET ALL', { kind: 'reset-all' }],
    ['SET ROLE bob', { kind: 'set-role', name: 'bob', tag: 'SET' }],
    ["SET user = 'bob'", { kind: 'set-role', name: 'bob' }],
    ["SET SESSION AUTHORIZATION 'bob'", { kind: 'set-role', name: 'bob' }],
    [
      'DECLARE "SQL_CUR1" BINARY CURSOR WITH HOLD FOR SELECT 1',
      { kind: 'declare', name: 'SQL_CUR1', isHeld: true, isBinary: true, rows: { kind: 'rows', text: 'SELECT 1' } },
    ],
    ['declare "for" cursor for select 2', { kind: 'declare', name: 'for', isHeld: false, rows: { text: 'select 2' } }],
    ['FETCH FORWARD 5 FROM c', { kind: 'fetch', name: 'c', count: 5, isMove: false }],
    ['FETCH ALL IN c', { kind: 'fetch', count: 'all' }],
    ['FETCH NEXT FROM c', { kind: 'fetch', count: 1 }],
    ['MOVE 3 FROM c', { kind: 'fetch', count: 3, isMove: true }],
    ['CLOSE c', { kind: 'close', name: 'c' }],
    [
      'PREPARE p (int, varchar[], unknown) AS SELECT $1, $2, $3',
      {
        kind: 'prepare',
        name: 'p',
        types: [23, 1015, 0],
        statement: { kind: 'rows', text: 'SELECT $1, $2, $3', parameterCount: 3 },
      },
    ],
    [
      "EXECUTE p(1, 'a', NULL, -5, '2024-01-01'::date)",
      { kind: 'execute', name: 'p', arguments: ['1', 'a', null, '-5', '2024-01-01'] },
    ],
    ['DEALLOCATE PREPARE p', { kind: 'deallocate', name: 'p' }],
    ['DISCARD ALL', { kind: 'discard', what: 'all' }],
    ['DISCARD TEMP', { kind: 'discard', what: 'temp' }],
    ['UNLISTEN *', { kind: 'unlisten' }],
    ['COPY (SELECT 1) TO STDOUT WITH (FORMAT binary)', { kind: 'copy', format: 'binary', rows: { text: 'SELECT 1' } }],
    [
      "COPY (SELECT 1) TO STDOUT CSV HEADER DELIMITER ';' NULL 'x' FORCE QUOTE *",
      { kind: 'copy', format: 'csv', options: { hasHeader: true, delimiter: ';', nullText: 'x', forceQuote: 'all' } },
    ],
    [
      'COPY public.orders ("status", id) TO STDOUT',
      { kind: 'copy', format: 'text', rows: { text: 'SELECT "status", id FROM public.orders' } },
    ],
    [
      'COPY orders TO STDOUT (FORMAT csv, FORCE_QUOTE (status))',
      { kind: 'copy', options: { forceQuote: ['status'] }, rows: { text: 'SELECT * FROM orders' } },
    ],
    [
      'EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE p(NULL)',
      {
        kind: 'rows',
        tag: 'EXPLAIN',
        source: {
          kind: 'explain-execute',
          name: 'p',
          arguments: [null],
          shape: { format: 'json', isVerbose: true, isAnalyzed: false },
        },
      },
    ],
    [
      'EXPLAIN ANALYZE SELECT 1',
      {
        kind: 'rows',
        tag: 'EXPLAIN',
        source: { kind: 'explain', shape: { format: 'text', isAnalyzed: true }, of: { text: 'SELECT 1' } },
      },
    ],
    [
      'SHOW TRANSACTION ISOLATION LEVEL',
      { kind: 'rows', tag: 'SHOW', source: { kind: 'show', name: 'transaction_isolation' } },
    ],
    ['TABLE orders', { kind: 'rows', tag: 'SELECT' }],
    ['VALUES (1)', { kind: 'rows', tag: 'SELECT' }],
  ])('is read: %s', async (text, expected) => {
    expect(await connection.readOne(text)).toMatchObject(expected);
  });

  it.each([
    ['INSERT INTO orders VALUES (1)', '0A000', 'Unsupported Error: Unsupported query type: INSERT'],
    ['CREATE TABLE t (a int)', '0A000', 'Unsupported Error: Unsupported query type: CREATE TABLE'],
    ['COPY orders FROM STDIN', '0A000', 'Unsupported Error: Unsupported query type: COPY FROM'],
    ["COPY orders TO '/tmp/x'", '0A000', 'Unsupported Error: Unsupported query type: COPY TO a file'],
    ['DECLARE c SCROLL CURSOR FOR SELECT 1', '0A000', 'Unsupported Error: Unsupported query type: DECLARE SCROLL'],
    ['FETCH BACKWARD 2 FROM c', '0A000', 'Unsupported Error: Unsupported query type: FETCH BACKWARD'],
    ["PREPARE TRANSACTION 'x'", '0A000', 'Unsupported Error: Unsupported query type: PREPARE'],
    ['EXECUTE p(now())', '0A000', 'Unsupported Error: Unsupported query type: EXECUTE with an expression as argument'],
    ['EXPLAIN INSERT INTO orders VALUES (1)', '0A000', 'Unsupported Error: Unsupported query type: INSERT'],
    ['EXPLAIN (FORMAT yaml) SELECT 1', '0A000', 'Unsupported Error: EXPLAIN has the formats text and json, not yaml'],
    ['EXPLAIN (FAST) SELECT 1', '22023', 'User Error: unrecognized EXPLAIN option "fast"'],
    ['COPY (SELECT 1) TO STDOUT (FORMAT parquet)', '22023', 'User Error: COPY format "parquet" not recognized'],
    [
      "COPY (SELECT 1) TO STDOUT (DELIMITER 'ab')",
      '22023',
      'User Error: COPY delimiter must be a single one-byte character',
    ],
    ['COPY (SELECT 1) TO STDOUT (FREEZE)', '0A000', 'Unsupported Error: Unsupported query type: COPY TO with FREEZE'],
    ['SET TIME ZONE LOCAL', '22023', 'User Error: SET TIME ZONE is not supported with LOCAL, omit or use SESSION'],
  ])('refuses %s', async (text, code, message) => {
    const statement = await connection.readOne(text);
    expect(statement.kind).toBe('refused');
    if (statement.kind === 'refused')
      expect(connection.wire.errorFields(statement.error)).toMatchObject({ code, message });
  });

  it('is refused with its place where it is none', async () => {
    const wrong = await fieldsOf(connection.read('SELECT 1;\nSELECT 😀 FRM orders x y'));
    expect(wrong).toMatchObject({ code: '42601', position: 24 });
    expect(wrong.message).toMatch(/^SQL Parser Error: Unable to parse: .* at Line: 2, Column: \d+\n\n/s);
  });
});

describe('rows', () => {
  it('come with the columns that were described', async () => {
    const text =
      'SELECT status, COUNT(*) AS c, SUM(amount) AS s, MAX(created_at) AS m, AVG(rate) a FROM orders GROUP BY 1 ORDER BY 1';
    const { columns, rows } = await connection.rows(text);
    expect((await connection.describe(text)).columns).toEqual(columns);
    expect(columns.map(({ name, oid }) => [name, oid])).toEqual([
      ['status', 25],
      ['c', 20],
      ['s', 1700],
      ['m', 1114],
      ['a', 701],
    ]);
    expect(rows.map(([status, count]) => [status, count])).toEqual([
      ['New', '1'],
      ['new', '6'],
      ['returned', '2'],
      ['shipped', '5'],
      [null, '2'],
    ]);
  });

  it('are chosen by parameters', async () => {
    const count = async (where: string, values: AskedWith['values'], declared: readonly number[] = []) =>
      (await rowsOf(`SELECT COUNT(*) FROM orders WHERE ${where}`, { values: values ?? [], declared }))[0]?.[0];
    expect(await count('status = $1', ['new'])).toBe('6');
    expect(await count('status = $1', [Buffer.from('new')], [25])).toBe('6');
    expect(await count('status = $1', [null])).toBe('0');
    expect(await count('($1 IS NULL OR status = $1)', [null])).toBe('16');
    expect(await count('status = ANY($1)', ['{new,shipped}'])).toBe('11');
    expect(await count('status = ANY($1)', [null])).toBe('0');
    expect(await count('status <> ALL($1)', ['{new,shipped}'])).toBe('3');
    expect(await count('status IN ($1, $2)', ['new', 'returned'])).toBe('8');
    expect(await count('id < $1', [Buffer.from([0, 5])], [21])).toBe('4');
    expect(await count('id < $1::int', ['5'])).toBe('4');
    expect(await count('created_at >= $1 AND created_at < $2', ['2024-01-01 +00', '2024-02-01T00:00:00Z'])).toBe(
      await count("created_at >= '2024-01-01' AND created_at < '2024-02-01'", []),
    );
    expect(await count('is_paid = $1', ['t'])).toBe(await count('is_paid', []));
    expect(await rowsOf('SELECT id FROM orders ORDER BY id LIMIT $1 OFFSET $2', { values: ['2', '1'] })).toEqual([
      ['2'],
      ['3'],
    ]);
    expect(await rowsOf('SELECT $1::int + 1, $2, $3::date', { values: ['41', 'x', '2024-02-29 +00'] })).toEqual([
      ['42', 'x', '2024-02-29'],
    ]);
  });

  it('are those of the model: a parameter is a filter of the query', async () => {
    const [[plan]] = (await rowsOf('EXPLAIN SELECT COUNT(*) FROM orders WHERE status = $1', { values: ['new'] })) as [
      [string],
    ];
    expect(plan).toMatch(/^Query of the model {2}\(cost=0\.00\.\.1\.00\)$/);
  });

  it.each<[string, AskedWith, string, string]>([
    [
      'SELECT COUNT(*) FROM orders WHERE id = $1',
      { values: ['x'] },
      '22P02',
      'Post-Processing Error: invalid input syntax for type double precision: "x"',
    ],
    [
      'SELECT $1::int',
      { values: ['99999999999'] },
      '22003',
      'Post-Processing Error: value "99999999999" is out of range',
    ],
    [
      'SELECT $1',
      { values: [Buffer.from([0xff])] },
      '22021',
      'Post-Processing Error: invalid byte sequence for encoding "UTF8"',
    ],
    [
      'SELECT $1::int',
      { values: [Buffer.from([1])] },
      '22P03',
      'Post-Processing Error: incorrect binary data format in bind parameter 1',
    ],
    [
      'SELECT $1',
      { values: [] },
      '08P01',
      'User Error: bind message supplies 0 parameters, but prepared statement requires 1',
    ],
    [
      'SELECT 1, 2',
      { formats: [0, 1, 0] },
      '08P01',
      'User Error: bind message has 3 result formats but query has 2 columns',
    ],
    [
      'SELECT nope FROM orders',
      {},
      '42703',
      "Planning Error: Initial planning error: Error during planning: Invalid identifier '#nope'",
    ],
    [
      'SELECT 1 FROM nope',
      {},
      '42P01',
      "Planning Error: Initial planning error: Error during planning: Table or CTE with name 'nope' not found",
    ],
    ['SELECT COUNT(total_amount) FROM orders', {}, 'XX000', "Rewrite Error: Measure aggregation type doesn't match."],
    ['SHOW nope', {}, '42704', 'User Error: unrecognized configuration parameter "nope"'],
  ])('are refused for %s', async (text, asked, code, message) => {
    const fields = await fieldsOf(connection.rows(text, asked));
    expect(fields.code).toBe(code);
    expect(fields.message).toContain(message);
  });

  it('have the form that the client asks for', async () => {
    const { rows } = await connection.rows("SELECT 1::int2, 'a'", { formats: [1, 0] });
    expect(rows).toEqual([['\0\u0001', 'a']]);
  });

  it('are not those of other columns than were described', async () => {
    const text = 'SELECT status FROM orders LIMIT 1';
    const { columns } = await connection.rows(text);
    expect(await rowsOf(text, { run: { described: columns } })).toHaveLength(1);
    const others = columns.map((column) => ({ ...column, oid: 20 }));
    expect(await fieldsOf(connection.rows(text, { run: { described: others } }))).toMatchObject({
      code: '0A000',
      message: 'Unsupported Error: cached plan must not change result type',
    });
  });

  it('are kept in the form that they are sent in', async () => {
    const text = 'SELECT status, COUNT(*) AS kept FROM orders GROUP BY 1';
    const cacheOf = async (asked?: AskedWith) => {
      connection.events.length = 0;
      await connection.rows(text, asked);
      return connection.events.at(-1)?.cache;
    };
    expect([
      await cacheOf(),
      await cacheOf(),
      await cacheOf({ formats: [1] }),
      await cacheOf({ formats: [1] }),
    ]).toEqual(['miss', 'hit', 'miss', 'hit']);
  });

  it('are those of the rights that hold now, also for a statement that was asked before', async () => {
    const text = 'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1 LIMIT 1';
    expect([await rowsOf(text), await rowsOf(text)]).toEqual([[['New', '1']], [['New', '1']]]);
    const { runtime } = connection.caller;
    const hidden = new Set([...runtime.access.hidden, 'orders.status']);
    const fewer = Object.create(runtime, { access: { value: { ...runtime.access, hidden } } });
    expect(await fieldsOf(connection.rows(text, { caller: { runtime: fewer } }))).toMatchObject({ code: '42703' });
    expect(await rowsOf(text)).toEqual([['New', '1']]);
  });

  it('are those of the clock now', async () => {
    const text = 'SELECT now()::text, COUNT(*) FROM orders';
    const [first] = await rowsOf(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await rowsOf(text)).not.toEqual([first]);
  });

  const pairs = 'generate_series(1, 200000) AS a (x), generate_series(1, 200000) AS b (y)';
  const endless = `SELECT SUM(x % (y + 1)) FROM ${pairs}`;

  it('end when their caller leaves, before and behind the first ones', async () => {
    const many = `SELECT x, y FROM ${pairs}`;
    for (const text of [endless, many]) {
      const statement = await connection.readOne(text);
      if (statement.kind !== 'rows') throw new Error('it gives rows');
      const leaving = new AbortController();
      const run = { declared: [], parameters: [], formats: [], framing: 'rows' } as const;
      const whole = async () => {
        const { pieces } = await connection.wire.rows(statement, run, connection.caller, leaving.signal);
        let count = 0;
        for await (const _ of pieces) if ((count += 1) === 2) leaving.abort(new Error('gone'));
      };
      if (text === endless) setTimeout(() => leaving.abort(new Error('gone')), 50);
      await expect(whole()).rejects.toThrow('gone');
    }
    expect(await rowsOf('SELECT COUNT(*) FROM orders')).toEqual([['16']]);
  });

  it('leave statement_timeout to the session, whose clock stands still while rows rest', async () => {
    const { settings } = connection.caller.session;
    settings.set('statement_timeout', ['10ms']);
    const statement = await connection.readOne('SELECT a.id FROM orders a, orders b, orders c, orders d');
    if (statement.kind !== 'rows') throw new Error('it gives rows');
    const run = { declared: [], parameters: [], formats: [], framing: 'rows' } as const;
    const { pieces } = await connection.wire.rows(statement, run, connection.caller, AbortSignal.timeout(60_000));
    settings.reset('statement_timeout');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await pieces.next()).done).toBe(false);
    await pieces.return(undefined);
  });

  it('end early when their reader stops', async () => {
    const statement = await connection.readOne('SELECT a.id FROM orders a, orders b, orders c, orders d');
    if (statement.kind !== 'rows') throw new Error('it gives rows');
    const run = { declared: [], parameters: [], formats: [], framing: 'rows' } as const;
    const { pieces } = await connection.wire.rows(statement, run, connection.caller, AbortSignal.timeout(60_000));
    expect((await pieces.next()).done).toBe(false);
    await pieces.return(undefined);
    expect(await rowsOf('SELECT COUNT(*) FROM orders')).toEqual([['16']]);
  });
});

describe('the session', () => {
  it('is read by functions', async () => {
    const text = 'SELECT current_user, session_user, current_database(), pg_backend_pid(), pg_advisory_unlock_all()';
    expect(await rowsOf(text)).toEqual([['ann', 'ann', 'shop', '4711', '']]);
  });

  it('is changed by set_config where the statement runs, and not where it is described', async () => {
    const { settings } = connection.caller.session;
    const text = "SELECT current_setting('application_name'), set_config('application_name', 'psql', false)";
    await connection.describe(text);
    expect(settings.get('application_name')).toBeNull();
    expect(await rowsOf(text)).toEqual([['', 'psql']]);
    expect(await rowsOf(text)).toEqual([['psql', 'psql']]);
    expect(await fieldsOf(connection.rows("SELECT set_config('jit', 'maybe', false)"))).toMatchObject({
      code: '22023',
    });
    expect(await fieldsOf(connection.rows("SELECT set_config('role', 'bob', false)"))).toMatchObject({ code: '55P02' });
    settings.reset('application_name');
  });

  it('shows its settings', async () => {
    expect(await connection.rows('SHOW server_version_num')).toMatchObject({
      columns: [{ name: 'setting', oid: 25 }],
      rows: [['140002']],
    });
    expect(await rowsOf('SHOW TRANSACTION ISOLATION LEVEL')).toEqual([['read committed']]);
    expect(await rowsOf('SHOW TIME ZONE')).toEqual([['GMT']]);
    const { columns, rows } = await connection.rows('SHOW ALL');
    expect(columns.map(({ name }) => name)).toEqual(['name', 'setting', 'description']);
    expect(rows.find(([name]) => name === 'max_index_keys')?.[1]).toBe('32');
  });

  it('has the zone of its times', async () => {
    const { settings } = connection.caller.session;
    const text = "SELECT COUNT(*) FROM orders WHERE date_trunc('day', created_at) = '2024-01-31'";
    const utc = await rowsOf(text);
    settings.set('timezone', ['America/New_York']);
    const [inNewYork, again] = [await rowsOf(text), await rowsOf("SELECT current_setting('timezone')")];
    settings.reset('timezone');
    expect([inNewYork, again]).not.toEqual([utc, [['GMT']]]);
    expect(again).toEqual([['America/New_York']]);
    expect(await rowsOf(text)).toEqual(utc);
  });

  it('ends others of the same user', async () => {
    const ended: (readonly [number, string])[] = [];
    const session = {
      ...connection.caller.session,
      end: (id: number, how: string) => ended.push([id, how]) > 0 && id === 12,
    };
    const text = 'SELECT pg_terminate_backend(pid), pid, pg_cancel_backend(7) AS c FROM (VALUES (12), (13)) AS v (pid)';
    const described = await connection.describe(text);
    expect(described.columns?.map(({ name, oid }) => [name, oid])).toEqual([
      ['pg_terminate_backend', 16],
      ['pid', 23],
      ['c', 16],
    ]);
    expect(ended).toEqual([]);
    expect(await rowsOf(text, { caller: { session } })).toEqual([
      ['t', '12', 'f'],
      ['f', '13', 'f'],
    ]);
    expect(ended).toEqual([
      [12, 'terminate'],
      [7, 'cancel'],
      [13, 'terminate'],
      [7, 'cancel'],
    ]);
  });
});

describe('temporary tables and views', () => {
  const change = async (text: string) => {
    const statement = await connection.readOne(text);
    if (statement.kind === 'refused') throw statement.error;
    if (statement.kind !== 'create' && statement.kind !== 'drop') throw new Error(`it changes nothing: ${text}`);
    return connection.wire.change(statement, connection.caller, AbortSignal.timeout(60_000));
  };
  const codeOf = async (text: string) => {
    const { code, message } = await fieldsOf(change(text));
    return `${code} ${message}`;
  };

  it('have the rows and types of the statements that made them', async () => {
    const select = 'SELECT status, COUNT(*) AS c, SUM(amount) AS s, MAX(created_at) AS m FROM orders GROUP BY 1';
    expect(await change(`CREATE TEMPORARY TABLE kept AS ${select}`)).toEqual({ tag: 'SELECT 5' });
    const { columns, rows } = await connection.rows('SELECT * FROM kept ORDER BY status');
    expect({ columns, rows }).toEqual(await connection.rows(`${select} ORDER BY 1`));
    expect(await rowsOf('SELECT SUM(k.c) FROM pg_temp.kept k JOIN (VALUES (1)) AS v (one) ON true')).toEqual([['16']]);
    expect(await rowsOf('WITH kept AS (SELECT 1 AS x) SELECT * FROM kept')).toEqual([['1']]);
    expect(await rowsOf('SELECT count(*) FROM kept WHERE status = $1', { values: ['new'] })).toEqual([['1']]);
    expect(await codeOf('CREATE TEMP TABLE kept AS SELECT 1')).toBe('42P07 User Error: relation "kept" already exists');
    expect(await change('CREATE TEMP TABLE IF NOT EXISTS kept AS SELECT 1')).toMatchObject({ tag: 'CREATE TABLE AS' });
    expect(await codeOf('DROP VIEW kept')).toBe('42809 User Error: "kept" is not a view');
    expect(await change('DROP TABLE kept')).toEqual({ tag: 'DROP TABLE' });
    expect(await fieldsOf(connection.rows('SELECT * FROM kept'))).toMatchObject({ code: '42P01' });
  });

  it('are made by SELECT INTO, and without rows', async () => {
    expect(await change("SELECT 1 AS a, 'x'::varchar(3) AS b INTO TEMPORARY TABLE made")).toEqual({ tag: 'SELECT 1' });
    expect(await connection.rows('SELECT * FROM made')).toMatchObject({
      columns: [
        { name: 'a', oid: 23 },
        { name: 'b', oid: 1043, modifier: 7 },
      ],
      rows: [['1', 'x']],
    });
    expect(
      await change('CREATE LOCAL TEMPORARY TABLE "#T" ("COL" INTEGER, n numeric(5, 1)) ON COMMIT PRESERVE ROWS'),
    ).toEqual({ tag: 'CREATE TABLE' });
    expect(await connection.rows('SELECT "COL", n FROM "#T"')).toMatchObject({
      columns: [{ name: 'COL', oid: 23 }, { oid: 1700 }],
      rows: [],
    });
    expect(await change('CREATE TEMP TABLE none (z) AS SELECT 1 WITH NO DATA')).toEqual({ tag: 'SELECT 0' });
    expect((await connection.rows('SELECT * FROM none')).columns.map(({ name }) => name)).toEqual(['z']);
    connection.wire.discardTemporary(connection.caller.session);
    expect(await fieldsOf(connection.rows('SELECT * FROM made'))).toMatchObject({ code: '42P01' });
  });

  it('of views have the rows of now, and may stand on others', async () => {
    expect(await change('CREATE TEMP VIEW few (state) AS SELECT status FROM orders GROUP BY 1')).toEqual({
      tag: 'CREATE VIEW',
    });
    await change("CREATE OR REPLACE TEMPORARY VIEW fewer AS SELECT state FROM few WHERE state = 'new'");
    expect(await connection.rows('SELECT * FROM fewer')).toMatchObject({
      columns: [{ name: 'state' }],
      rows: [['new']],
    });
    expect(await rowsOf('SELECT COUNT(*) FROM few')).toEqual([['5']]);
    await change("CREATE OR REPLACE TEMPORARY VIEW fewer AS SELECT 'x' AS state");
    expect(await rowsOf('SELECT * FROM fewer')).toEqual([['x']]);
    expect(await change('DROP VIEW IF EXISTS nope')).toEqual({
      tag: 'DROP VIEW',
      notice: 'view "nope" does not exist, skipping',
    });
    connection.wire.discardTemporary(connection.caller.session);
  });

  it.each([
    ['SELECT 1 INTO t', '0A000 Unsupported Error: only TEMPORARY TABLE is supported for SELECT INTO'],
    ['CREATE VIEW v AS SELECT 1', '0A000 Unsupported Error: Unsupported query type: CREATE VIEW'],
    ['CREATE TEMP TABLE t ON COMMIT DROP AS SELECT 1', '0A000 Unsupported Error: Unsupported query type: CREATE TABLE'],
    ['CREATE TEMP TABLE t (a int PRIMARY KEY)', '0A000 Unsupported Error: Unsupported query type: CREATE TABLE'],
    [
      'CREATE TEMP VIEW v AS SELECT $1',
      '0A000 Unsupported Error: Unsupported query type: CREATE TEMPORARY VIEW of a statement with parameters',
    ],
    ['DROP TABLE a, b', '0A000 Unsupported Error: DROP TABLE supports dropping only one table at a time'],
    ['DROP TABLE orders', '42P01 User Error: table "orders" does not exist'],
    [
      'CREATE TEMP TABLE big AS SELECT x FROM generate_series(1, 30000) AS s (x)',
      '53200 User Error: temporary table memory limit reached',
    ],
    ['CREATE TEMP VIEW v (a, b) AS SELECT 1', '42601 User Error: CREATE VIEW specifies more column names than columns'],
  ])('refuse %s', async (text, expected) => {
    expect(await codeOf(text)).toBe(expected);
  });
});

it('explains a prepared statement as JSON, with the columns', async () => {
  const [explain, prepared] = await Promise.all([
    connection.readOne('EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE p(NULL)'),
    connection.readOne('SELECT status, id FROM orders WHERE id = $1'),
  ]);
  if (explain.kind !== 'rows') throw new Error('it gives rows');
  const { columns, rows } = await connection.rowsOf(connection.wire.explained(explain, prepared), {
    declared: [20],
    values: [null],
  });
  expect(columns).toMatchObject([{ name: 'QUERY PLAN', oid: 114 }]);
  expect(JSON.parse(rows[0]?.[0] ?? '')).toMatchObject([{ Plan: { Output: ['status', 'id'] } }]);
});

it('has the rows of the user that a statement names, also by a parameter', async () => {
  const named: string[] = [];
  const userNamed = async (name: string) => {
    named.push(name);
    return name === 'bob' ? { principal: connection.caller.principal, runtime: connection.caller.runtime } : undefined;
  };
  const text = 'SELECT COUNT(*) FROM orders WHERE __user = $1';
  expect(await rowsOf(text, { values: ['bob'], caller: { userNamed } })).toEqual([['16']]);
  expect(named).toEqual(['bob']);
  expect(await fieldsOf(connection.rows(text, { values: ['eve'], caller: { userNamed } }))).toMatchObject({
    message: expect.stringContaining('You cannot change security context via __user'),
  });
});

it.each<[string, RegExp, AskedWith]>([
  ['a zero', /0x00/, { values: ['bob\0'] }],
  ['bytes that are no text', /invalid byte sequence/, { values: [Buffer.from([0x62, 0xff])], declared: [25] }],
  [
    'more characters than any name',
    /^User Error: You cannot change security context via __user/,
    { values: ['b'.repeat(3_000_000)] },
  ],
])('looks up no user whose name has %s', async (_, message, asked) => {
  const named: string[] = [];
  const userNamed = async (name: string) => void named.push(name);
  const text = 'SELECT COUNT(*) FROM orders WHERE __user = $1';
  for (const each of [text, `EXPLAIN ${text}`]) {
    const fields = await fieldsOf(connection.rows(each, { ...asked, caller: { userNamed } }));
    expect(fields.message).toMatch(message);
  }
  expect(named).toEqual([]);
});

it('has the types and the rows of one user, whatever form the name comes in', async () => {
  const userNamed = async () => ({ principal: connection.caller.principal, runtime: connection.caller.runtime });
  const text = 'SELECT COUNT(*) FROM orders WHERE __user = $1';
  for (const each of [text, `EXPLAIN ${text}`]) {
    // The type "char" keeps the first byte alone.
    const asked = { values: [Buffer.from('bobs')], declared: [18], caller: { userNamed } };
    expect(await fieldsOf(connection.rows(each, asked))).toMatchObject({ code: '42804' });
  }
});

it('keeps none of the long rows that it gave', { timeout: 120_000 }, async () => {
  const text = `SELECT n, '${'-'.repeat(100)}' AS filling FROM generate_series(1, 300000) AS s(n)`;
  const statement = await connection.readOne(text);
  if (statement.kind !== 'rows') throw new Error('gives no rows');
  const run = { declared: [], parameters: [], formats: [], framing: 'rows' } as const;
  const { pieces } = await connection.wire.rows(statement, run, connection.caller, AbortSignal.timeout(120_000));
  const given: WeakRef<Uint8Array>[] = [];
  let bytes = 0;
  let keptBytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    given.push(new WeakRef(piece));
    if (bytes < 20_000_000) continue;
    collectGarbage();
    keptBytes = given.reduce((sum, one) => sum + (one.deref()?.byteLength ?? 0), 0);
    break;
  }
  expect(bytes).toBeGreaterThanOrEqual(20_000_000);
  expect(keptBytes).toBeLessThan(2_000_000);
});
