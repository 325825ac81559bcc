import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsOf, frame, raw, shortened, startCodes, startFrame } from './raw-client.ts';
import { ended, scriptedPort } from './scripted-port.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `D ${from + index}`);

describe('Query', () => {
  it.each<[string, readonly string[]]>([
    ['rows 2', ['T', 'D 1', 'D 2', 'C SELECT 2', 'Z I']],
    ['', ['I', 'Z I']],
    [' ; ', ['I', 'Z I']],
    ['rows 1; rows 0; set application_name x', ['T', 'D 1', 'C SELECT 1', 'T', 'C SELECT 0', 'C SET', 'S', 'Z I']],
    ['rows 1; wrong; rows 2', ['T', 'D 1', 'C SELECT 1', 'E 42601', 'Z I']],
    ['begin; rows 1', ['C BEGIN', 'T', 'D 1', 'C SELECT 1', 'Z T']],
    ['commit', ['N 25P01', 'C COMMIT', 'Z I']],
    ['rollback', ['N 25P01', 'C ROLLBACK', 'Z I']],
    ['begin; begin; commit', ['C BEGIN', 'N 25001', 'C BEGIN', 'C COMMIT', 'Z I']],
    ['savepoint a', ['E 25P01', 'Z I']],
    [
      'prepare p as rows 2; execute p; deallocate p',
      ['C PREPARE', 'T', 'D 1', 'D 2', 'C SELECT 2', 'C DEALLOCATE', 'Z I'],
    ],
    ['execute p', ['E 26000', 'Z I']],
    ['deallocate all', ['C DEALLOCATE ALL', 'Z I']],
    ['discard all', ['C DISCARD ALL', 'Z I']],
    ['close c', ['E 08P01', 'Z I']],
    ['close all', ['C CLOSE CURSOR ALL', 'Z I']],
    ['copy rows 2', ['H', 'd', 'd', 'c', 'C COPY 2', 'Z I']],
    ['declare c for rows 3', ['E 25P01', 'Z I']],
    [
      'begin; declare c for rows 5; fetch 2 c; move 1 c; fetch all c; fetch 1 c; close c; commit',
      [
        ...['C BEGIN', 'C DECLARE CURSOR', 'T', 'D 1', 'D 2', 'C FETCH 2', 'C MOVE 1'],
        ...['T', 'D 4', 'D 5', 'C FETCH 2', 'T', 'C FETCH 0', 'C CLOSE CURSOR', 'C COMMIT', 'Z I'],
      ],
    ],
    ['declare c hold for rows 3', ['C DECLARE CURSOR', 'Z I']],
  ])('%s', async (text, answer) => {
    const { session } = await scriptedPort();
    const client = await session();
    expect(shortened(await client.ask(raw.query(text)))).toEqual(answer);
  });

  it('gives errors the place in the whole text', async () => {
    const { session } = await scriptedPort();
    const messages = await (await session()).ask(raw.query('rows 1;  wrong'));
    expect(fieldsOf(messages.at(-2)!)).toMatchObject({ S: 'ERROR', V: 'ERROR', C: '42601', P: '10' });
  });

  it('answers nothing but the end of a transaction that failed', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    expect(shortened(await client.ask(raw.query('wrong')))).toEqual(['E 42601', 'Z E']);
    expect(shortened(await client.ask(raw.query('rows 1')))).toEqual(['E 25P02', 'Z E']);
    expect(shortened(await client.ask(raw.parse('', 'rows 1'), raw.sync))).toEqual(['E 25P02', 'Z E']);
    expect(shortened(await client.ask(raw.query('commit')))).toEqual(['C ROLLBACK', 'Z I']);
  });

  it('goes on behind a savepoint', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin; savepoint a'));
    await client.ask(raw.query('wrong'));
    expect(shortened(await client.ask(raw.query('rollback to a; release a; savepoint a; rows 1')))).toEqual([
      ...['C ROLLBACK', 'C RELEASE', 'C SAVEPOINT', 'T', 'D 1', 'C SELECT 1', 'Z T'],
    ]);
    expect(shortened(await client.ask(raw.query('rollback to b')))).toEqual(['E 42601', 'Z E']);
  });

  it('keeps cursors with HOLD beyond their transaction, and no others', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    await client.ask(
      raw.query('begin; declare a for rows 500; declare b hold for rows 500; fetch 1 a; fetch 1 b; commit'),
    );
    expect(wire.runs.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(shortened(await client.ask(raw.query('fetch 1 b')))).toEqual(['T', 'D 2', 'C FETCH 1', 'Z I']);
    expect(shortened(await client.ask(raw.query('fetch 1 a')))).toEqual(['E 08P01', 'Z I']);
  });

  it('keeps cursors with HOLD of earlier transactions when one is rolled back, and none of its own', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin; declare a hold for rows 9; commit'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await client.ask(raw.query('begin; savepoint s; declare b hold for rows 9; rollback'));
    expect(shortened(await client.ask(raw.query('fetch 1 a')))).toEqual(['T', 'D 1', 'C FETCH 1', 'Z I']);
    expect(shortened(await client.ask(raw.query('fetch 1 b')))).toEqual(['E 08P01', 'Z I']);
  });

  it('takes back settings of a text that fails', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    expect(shortened(await client.ask(raw.query('set application_name x; wrong')))).toEqual([
      'C SET',
      'E 42601',
      'Z I',
    ]);
    expect(shortened(await client.ask(raw.query('set application_name x')))).toEqual(['C SET', 'S', 'Z I']);
  });

  it('reports a fault without its words, logs it, and goes on', async () => {
    const { session, faults } = await scriptedPort();
    const client = await session();
    const messages = await client.ask(raw.query('rows 200 break'));
    expect(shortened(messages).slice(-2)).toEqual(['E XX000', 'Z I']);
    expect(fieldsOf(messages.at(-2)!)['M']).toBe('Internal Error');
    expect(faults).toHaveLength(1);
    expect(shortened(await client.ask(raw.query('rows 1')))).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);
  });
});

describe('the sequences of clients', () => {
  const described = ['1', '2', 'T', 'D 1', 'D 2', 'C SELECT 2', 'Z I'];
  it.each<[string, readonly Buffer[], readonly string[]]>([
    [
      'pgJDBC and node-pg: all of it in one write',
      [raw.parse('', 'rows 2'), raw.bind('', ''), raw.describe('P', ''), raw.execute(''), raw.sync],
      described,
    ],
    [
      'pgJDBC: a simple BEGIN and a pipeline in one write',
      [
        raw.query('begin'),
        raw.parse('', 'rows 1'),
        raw.bind('', ''),
        raw.describe('P', ''),
        raw.execute('', 1),
        raw.sync,
      ],
      ['C BEGIN', 'Z T', '1', '2', 'T', 'D 1', 's', 'Z T'],
    ],
    [
      'postgres.js: a named statement that is described and run at once',
      [raw.parse('x', 'rows 1'), raw.describe('S', 'x'), raw.bind('', 'x'), raw.execute(''), raw.sync],
      ['1', 't', 'T', '2', 'D 1', 'C SELECT 1', 'Z I'],
    ],
    [
      'Npgsql: several statements before one Sync',
      [
        ...[raw.parse('', 'rows 1'), raw.bind('', ''), raw.describe('P', ''), raw.execute('')],
        ...[raw.parse('', 'rows 2'), raw.bind('', ''), raw.describe('P', ''), raw.execute(''), raw.sync],
      ],
      ['1', '2', 'T', 'D 1', 'C SELECT 1', '1', '2', 'T', 'D 1', 'D 2', 'C SELECT 2', 'Z I'],
    ],
    [
      'sqlx: the portal is closed behind its end',
      [raw.parse('q', 'rows 1'), raw.bind('', 'q'), raw.execute(''), raw.close('P', ''), raw.sync],
      ['1', '2', 'D 1', 'C SELECT 1', '3', 'Z I'],
    ],
    ['sqlx: a lone Sync', [raw.sync], ['Z I']],
    [
      'lib/pq: a statement of nothing',
      [raw.parse('', ';'), raw.describe('S', ''), raw.bind('', ''), raw.execute(''), raw.sync],
      ['1', 't', 'n', '2', 'I', 'Z I'],
    ],
    ['closing what is not there', [raw.close('S', 'no'), raw.close('P', 'no'), raw.sync], ['3', '3', 'Z I']],
    [
      'connectorx: COPY by an extended query',
      [raw.parse('', 'copy rows 2'), raw.bind('', ''), raw.describe('P', ''), raw.execute(''), raw.sync],
      ['1', '2', 'n', 'H', 'd', 'd', 'c', 'C COPY 2', 'Z I'],
    ],
    [
      'psycopg 3: an error in a pipeline, and nothing up to Sync',
      [raw.parse('', 'wrong'), raw.bind('', ''), raw.execute(''), raw.query('rows 1'), raw.sync],
      ['E 42601', 'Z I'],
    ],
  ])('%s', async (_, messages, answer) => {
    const { session } = await scriptedPort();
    const client = await session();
    expect(shortened(await client.ask(...messages.slice(0, -1), messages.at(-1)!)).slice(0, answer.length)).toEqual(
      answer.slice(0, answer.indexOf('Z T') + 1 || answer.length),
    );
    const rest = answer.indexOf('Z T') + 1;
    if (rest > 0) expect(shortened(await client.until('Z'))).toEqual(answer.slice(rest));
  });

  it('asyncpg: describes behind Flush, and binds behind that', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    client.send(raw.parse('s', 'rows $1', [25]), raw.describe('S', 's'), raw.flush);
    expect(shortened(await client.until('T'))).toEqual(['1', 't', 'T']);
    expect(shortened(await client.ask(raw.bind('', 's', ['2']), raw.execute(''), raw.sync))).toEqual([
      ...['2', 'D 1', 'D 2', 'C SELECT 2', 'Z I'],
    ]);
  });

  it('pg8000: the statement without a name is described behind Sync', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.parse('', 'rows 2'), raw.flush, raw.sync);
    client.send(raw.describe('S', ''), raw.flush);
    expect(shortened(await client.until('T'))).toEqual(['t', 'T']);
    client.send(raw.bind('', ''), raw.flush);
    expect(shortened(await client.until('2'))).toEqual(['2']);
    expect(shortened(await client.ask(raw.execute(''), raw.flush, raw.sync))).toEqual([
      ...['D 1', 'D 2', 'C SELECT 2', 'Z I'],
    ]);
  });

  it('pg-cursor and postgres.js: rows in parts behind Flush, without a transaction', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    client.send(raw.parse('', 'rows 250'), raw.bind('', ''), raw.describe('P', ''), raw.execute('', 100), raw.flush);
    expect(shortened(await client.until('s'))).toEqual(['1', '2', 'T', ...numbers(1, 100), 's']);
    expect(wire.runs[0]?.taken).toBe(100);
    client.send(raw.execute('', 30), raw.flush);
    expect(shortened(await client.until('s'))).toEqual([...numbers(101, 130), 's']);
    client.send(raw.execute('', 500), raw.flush);
    expect(shortened(await client.until('C'))).toEqual([...numbers(131, 250), 'C SELECT 120']);
    expect(shortened(await client.ask(raw.sync))).toEqual(['Z I']);
  });

  it('pgJDBC: rows of a named portal behind several Syncs, in a transaction', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    await client.ask(raw.parse('S_1', 'rows 3'), raw.bind('C_1', 'S_1'), raw.execute('C_1', 2), raw.sync);
    expect(shortened(await client.ask(raw.execute('C_1', 2), raw.sync))).toEqual(['D 3', 'C SELECT 1', 'Z T']);
    await client.ask(raw.query('commit'));
    expect(shortened(await client.ask(raw.execute('C_1', 2), raw.sync))).toEqual(['E 34000', 'Z I']);
  });

  it('setMaxRows: the portal without a name lives over Sync, and one with a name does not', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    await client.ask(
      raw.parse('s', 'rows 900'),
      raw.bind('', 's'),
      raw.execute('', 1),
      raw.bind('p', 's'),
      raw.execute('p', 1),
      raw.sync,
    );
    expect(wire.runs.map(({ isEnded }) => isEnded)).toEqual([false, true]);
    expect(shortened(await client.ask(raw.execute('', 1), raw.sync))).toEqual(['D 2', 's', 'Z I']);
    await client.ask(raw.query('rows 1'));
    expect(wire.runs[0]?.isEnded).toBe(true);
  });

  it('psycopg 3: a cursor that SQL declared is described', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    const declare = raw.parse('', 'declare c for rows $1');
    await client.ask(declare, raw.bind('', '', ['3']), raw.describe('P', ''), raw.execute(''), raw.sync);
    expect(shortened(await client.ask(raw.describe('P', 'c'), raw.sync))).toEqual(['T', 'Z T']);
    expect(shortened(await client.ask(raw.query('fetch 2 c')))).toEqual(['T', 'D 1', 'D 2', 'C FETCH 2', 'Z T']);
  });

  it('psycopg 3: a cursor moves by a plain text before and between fetches in binary', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    const inBinary = (text: string) =>
      client.ask(raw.parse('', text), raw.bind('', '', [], { formats: [1] }), raw.execute(''), raw.sync);
    await inBinary('declare c for rows 9');
    expect(shortened(await client.ask(raw.query('move 2 c')))).toEqual(['C MOVE 2', 'Z T']);
    expect(shortened(await inBinary('fetch 1 c'))).toEqual(['1', '2', 'D 3', 'C FETCH 1', 'Z T']);
    expect(shortened(await client.ask(raw.query('move 3 c')))).toEqual(['C MOVE 3', 'Z T']);
    expect(shortened(await inBinary('fetch 1 c'))).toEqual(['1', '2', 'D 7', 'C FETCH 1', 'Z T']);
    expect(shortened(await client.ask(raw.query('fetch 1 c')))).toEqual(['E 0A000', 'Z E']);
  });

  it('a cursor that a Bind in binary declared is fetched in text by a plain text', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    const declare = raw.parse('', 'declare c for rows 9');
    await client.ask(declare, raw.bind('', '', [], { formats: [1] }), raw.execute(''), raw.sync);
    expect(shortened(await client.ask(raw.query('fetch 1 c; move 1 c; fetch 1 c')))).toEqual([
      ...['T', 'D 1', 'C FETCH 1', 'C MOVE 1', 'T', 'D 3', 'C FETCH 1', 'Z T'],
    ]);
  });

  it('a BINARY cursor is read in binary by a Query, and by a Bind in the formats that it names, else in text', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    const formatOf = (answers: Awaited<ReturnType<typeof client.ask>>) =>
      answers.filter(({ type }) => type === 'T').map(({ body }) => body.readInt16BE(body.length - 2));
    const fetched = (formats: readonly number[]) =>
      client.ask(
        ...[raw.parse('', 'fetch 1 c'), raw.bind('', '', [], { formats })],
        ...[raw.describe('P', ''), raw.execute(''), raw.sync],
      );
    const declared = 'begin; declare c binary cursor for rows 9';
    await client.ask(raw.query(declared));
    expect(formatOf(await client.ask(raw.describe('P', 'c'), raw.sync))).toEqual([0]);
    expect(formatOf(await client.ask(raw.query('fetch 1 c; move 1 c; fetch 1 c')))).toEqual([1, 1]);
    expect(formatOf(await fetched([1]))).toEqual([1]);
    await client.ask(raw.query(`rollback; ${declared}`));
    const inText = await fetched([]);
    expect([formatOf(inText), shortened(inText)]).toEqual([[0], ['1', '2', 'T', 'D 1', 'C FETCH 1', 'Z T']]);
    await client.ask(raw.query(`rollback; ${declared}; move 2 c`));
    expect(shortened(await fetched([1]))).toEqual(['1', '2', 'T', 'D 3', 'C FETCH 1', 'Z T']);
  });
});

describe('errors of messages', () => {
  it.each<[string, readonly Buffer[], string]>([
    ['Bind without Parse', [raw.bind('', 'no')], '26000'],
    ['Execute without Bind', [raw.execute('no')], '34000'],
    ['Describe of nothing', [raw.describe('P', 'no')], '34000'],
    ['Parse of two statements', [raw.parse('', 'rows 1; rows 2')], '42601'],
    ['Parse of a name that is there', [raw.parse('a', 'rows 1'), raw.parse('a', 'rows 1')], '42P05'],
    ['Bind of a portal that is there', [raw.parse('', 'rows 1'), raw.bind('a', ''), raw.bind('a', '')], '42P03'],
    ['values that are too few', [raw.parse('', 'rows $1'), raw.bind('', '')], '08P01'],
    [
      'formats of values that do not fit',
      [raw.parse('', 'rows $1'), raw.bind('', '', ['1'], { given: [0, 0] })],
      '08P01',
    ],
    [
      'formats of columns that do not fit',
      [raw.parse('', 'rows 1'), raw.bind('', '', [], { formats: [0, 0] })],
      '08P01',
    ],
    ['a format that is none', [raw.parse('', 'rows 1'), raw.bind('', '', [], { formats: [2] })], '22023'],
    ['a message that ends early', [frame('B', Buffer.from('a\0b\0\0'))], '08P01'],
    [
      'a length of a value that is too large',
      [raw.parse('', 'rows $1'), frame('B', Buffer.from([0, 0, 0, 0, 0, 1, 0x7f, 0xff, 0xff, 0xff]))],
      '08P01',
    ],
    [
      'a negative length of a value',
      [raw.parse('', 'rows $1'), frame('B', Buffer.from([0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]))],
      '08P01',
    ],
    ['more types than bytes', [frame('P', Buffer.from([0, 0, 0xff, 0xff]))], '08P01'],
    ['a text without end', [frame('P', Buffer.from('abc'))], '08P01'],
    ['a kind that is none', [frame('D', Buffer.from('Xa\0'))], '08P01'],
  ])('%s', async (_, messages, code) => {
    const { session } = await scriptedPort();
    const client = await session();
    const answer = shortened(await client.ask(...messages, raw.sync));
    expect(answer.slice(-2)).toEqual([`E ${code}`, 'Z I']);
    expect(shortened(await client.ask(raw.query('rows 1')))).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);
  });

  it.each<[string, Buffer]>([
    ['a length of 0', Buffer.from([0x51, 0, 0, 0, 0])],
    ['a length of -1', Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff])],
    ['a length of 2 GB', Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff])],
    ['a letter that is none', Buffer.from([0x7e, 0, 0, 0, 4])],
    ['another password', raw.password('a.b.c')],
  ])('ends with %s', async (_, bytes) => {
    const { session } = await scriptedPort();
    const client = await session();
    client.send(bytes);
    const [report] = await client.until('Z');
    expect(report && fieldsOf(report)).toMatchObject({ S: 'FATAL', C: '08P01' });
    await ended(client);
    await session();
  });

  it('reads COPY data that nothing asked for, and refuses calls of functions', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    expect(shortened(await client.ask(frame('d', Buffer.from('x')), frame('c'), raw.query('rows 1')))).toEqual([
      ...['T', 'D 1', 'C SELECT 1', 'Z I'],
    ]);
    expect(shortened(await client.ask(frame('F', Buffer.alloc(8))))).toEqual(['E 0A000', 'Z I']);
  });

  it('bounds statements, portals and cursors', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('begin'));
    const many = Array.from({ length: 129 }, (_, index) => `declare c${index} for rows 1`).join(';');
    const [last] = (await client.ask(raw.query(many))).slice(-2);
    expect(fieldsOf(last!)).toMatchObject({
      C: '53400',
      M: 'Unable to allocate a new cursor: max allocation reached, actual: 128, max: 128',
    });
    await client.ask(raw.query('rollback'));
    const statements = Array.from({ length: 1025 }, (_, index) => raw.parse(`s${index}`, 'rows 1'));
    expect(shortened(await client.ask(...statements, raw.sync)).slice(-2)).toEqual(['E 53400', 'Z I']);
  });

  it('counts the names of statements among what a caller keeps', async () => {
    const { session } = await scriptedPort({ mostMessageBytes: 40 * 1024 * 1024 });
    const client = await session();
    const named = (letter: string) => raw.parse(letter.repeat(20 * 1024 * 1024), 'rows 1');
    expect(shortened(await client.ask(named('a'), raw.sync))).toEqual(['1', 'Z I']);
    expect(shortened(await client.ask(named('b'), raw.sync))).toEqual(['E 53200', 'Z I']);
  });

  it('refuses to execute a prepared EXECUTE', async () => {
    const { session, faults } = await scriptedPort();
    const client = await session();
    await client.ask(raw.parse('one', 'rows 1'), raw.parse('two', 'execute one'), raw.sync);
    expect(shortened(await client.ask(raw.query('execute two')))).toEqual(['E 0A000', 'Z I']);
    expect(faults).toEqual([]);
  });

  it('bounds what the connections of one caller keep', async () => {
    const { session } = await scriptedPort({ mostMessageBytes: 40 * 1024 * 1024 });
    const [first, second, other] = [await session(), await session(), await session({ password: 'd.e.f' })];
    const large = 'x'.repeat(35 * 1024 * 1024);
    await first.ask(raw.parse('s', 'rows $1'), raw.sync);
    expect(shortened(await first.ask(raw.bind('', 's', [large]), raw.sync))).toEqual(['2', 'Z I']);
    await second.ask(raw.parse('s', 'rows $1'), raw.sync);
    expect(shortened(await second.ask(raw.bind('', 's', [large]), raw.sync))).toEqual(['E 53200', 'Z I']);
    await other.ask(raw.parse('s', 'rows $1'), raw.sync);
    expect(shortened(await other.ask(raw.bind('', 's', [large]), raw.sync))).toEqual(['2', 'Z I']);
    first.send(raw.terminate);
    await ended(first);
    expect(shortened(await second.ask(raw.bind('', 's', [large]), raw.sync))).toEqual(['2', 'Z I']);
  });
});

describe('the end of a session', () => {
  it('leaves no statement behind when the client goes', async () => {
    const { session, wire, running } = await scriptedPort();
    const client = await session();
    client.send(raw.query('slow'));
    await vi.waitFor(() => expect(wire.runs).toHaveLength(1));
    client.close();
    await vi.waitFor(() => expect([wire.runs[0]?.isEnded, running.size]).toEqual([true, 0]));
  });

  it('comes with the next statement of a credential that was revoked', async () => {
    const { session, revoke } = await scriptedPort();
    const client = await session();
    revoke('a.b.c');
    client.send(raw.query('rows 1'));
    expect(shortened(await client.until('Z'))).toEqual(['E 57P01']);
    await ended(client);
  });

  it('is said to idle sessions at once when the server stops, and to others behind their statement', async () => {
    const { session, stop, wire } = await scriptedPort();
    const [idle, busy] = [await session(), await session()];
    busy.send(raw.query('slow'));
    await vi.waitFor(() => expect(wire.runs).toHaveLength(1));
    stop();
    const [report] = await idle.until('Z');
    expect(report && fieldsOf(report)).toMatchObject({
      ...{ S: 'FATAL', C: '57P01', M: 'terminating connection due to shutdown signal' },
    });
    expect(wire.runs[0]?.isEnded).toBe(false);
    busy.close();
  });

  it.each([
    ['of the text before it', ['set statement_timeout 20ms', 'slow']],
    ['of its own text', ['set statement_timeout 20ms; slow']],
    ['of a transaction in its own text', ['begin; set statement_timeout 20ms; slow']],
  ])('ends statements after the time %s', async (_, texts) => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    let messages: Awaited<ReturnType<typeof client.ask>> = [];
    for (const text of texts) messages = await client.ask(raw.query(text));
    expect(fieldsOf(messages.at(-2)!)).toMatchObject({ C: '57014', M: 'canceling statement due to statement timeout' });
    expect(wire.runs[0]?.isEnded).toBe(true);
  });

  it('ends a statement of an extended query after its time', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('set statement_timeout 20ms'));
    const messages = await client.ask(raw.parse('', 'slow'), raw.bind('', ''), raw.execute(''), raw.sync);
    expect(fieldsOf(messages.at(-2)!)).toMatchObject({ C: '57014', M: 'canceling statement due to statement timeout' });
    expect(wire.runs[0]?.isEnded).toBe(true);
  });

  describe('while the clock is set forward', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it.each([
      ['has none any more', 'set statement_timeout 0; slow'],
      ['has a longer one now', 'set statement_timeout 1h; rows 1; slow'],
    ])('leaves a statement alone that %s', async (_, text) => {
      const { start, connect, wire } = await scriptedPort();
      const { client, messages } = await start();
      await client.ask(raw.query('set statement_timeout 1min'));
      client.send(raw.query(text));
      while (wire.runs.every(({ taken, isEnded }) => taken > 0 || isEnded)) await nextTurn();
      vi.advanceTimersByTime(600_000);
      const key = messages.find(({ type }) => type === 'K')!.body;
      (await connect()).send(startFrame(startCodes.cancel, key));
      const answer = await client.until('Z');
      expect(fieldsOf(answer.at(-2)!)['M']).toBe('canceling statement due to user request');
    });
  });

  it('comes to a transaction that is idle for too long', async () => {
    const { session } = await scriptedPort();
    const client = await session();
    await client.ask(raw.query('set idle_in_transaction_session_timeout 20ms'));
    await client.ask(raw.query('begin'));
    expect(shortened(await client.until('Z'))).toEqual(['E 25P03']);
  });

  it('keeps the rest of a resting portal in memory, so that the engine is free', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    await client.ask(raw.parse('', 'rows 1000'), raw.bind('', ''), raw.execute('', 1), raw.sync);
    await vi.waitFor(() => expect(wire.runs[0]).toEqual({ taken: 1000, isEnded: true }), { timeout: 5_000 });
    expect(shortened(await client.ask(raw.execute('', 2000), raw.sync))).toEqual([
      ...numbers(2, 1000),
      ...['C SELECT 999', 'Z I'],
    ]);
  });

  it('gives rows no faster than they are taken', async () => {
    const { session, wire } = await scriptedPort();
    const client = await session();
    client.stream.pause();
    client.send(raw.query('rows 5000000'));
    let before = -1;
    await vi.waitFor(
      () => {
        const { taken = 0 } = wire.runs[0] ?? {};
        const isSame = taken === before && taken > 0;
        before = taken;
        expect(isSame).toBe(true);
      },
      { timeout: 20_000, interval: 300 },
    );
    expect(before).toBeLessThan(2_000_000);
    client.close();
    await vi.waitFor(() => expect(wire.runs[0]?.isEnded).toBe(true));
  });
});
