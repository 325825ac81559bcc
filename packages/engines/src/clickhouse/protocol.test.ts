import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { EngineCancelled } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { ClickhouseClient } from './clickhouse-client.ts';
import { openForTest, settingsOn } from './clickhouse-for-test.ts';
import type { ClickhouseSettings } from './clickhouse-settings.ts';
import {
  headBytes,
  isKill,
  lengthBytes,
  rowBytes,
  scriptedServer,
  type ReceivedRequest,
} from './scripted-server-for-test.ts';

const text = 'SELECT n FROM numbers(3)';
const three = rowBytes('UInt8', [[0], [1], [2]]);
const rows = [['0'], ['1'], ['2']];
const tag = 'abcdefghijklmnop';
const said = "Code: 395. DB::Exception: Value passed to 'throwIf' function is non-zero. (version 26.9.2.1)\n";
const marked = `\r\n__exception__\r\n${tag}\r\n${said}${said.length} ${tag}\r\n__exception__\r\n`;

/** An engine on a server that answers statements as the test says, and requests to end one with none. */
async function scripted(
  answer: (response: ServerResponse, request: ReceivedRequest, count: number) => void,
  settings: Partial<ClickhouseSettings> = {},
) {
  let count = 0;
  const server = await scriptedServer((response, request) => {
    if (isKill(request)) response.end(headBytes([]));
    else answer(response, request, count++);
  });
  const engine = await openForTest({ ...settingsOn(server.port), ...settings });
  return { ...server, engine, kills: () => server.asked.filter(isKill) };
}

/** Ends the connection after these bytes of an answer in chunks. */
function breakAfter(response: ServerResponse, ...pieces: readonly (Buffer | string)[]): void {
  const [piece, ...more] = pieces;
  if (piece === undefined) response.destroy();
  else response.write(piece, () => setImmediate(() => breakAfter(response, ...more)));
}

const withTag = { 'x-clickhouse-exception-tag': tag };

it('reads the rows of an answer in pieces of any size', async () => {
  const bytes = Buffer.concat([
    headBytes([
      ['a', 'String'],
      ['b', 'Int64'],
    ]),
    ...Array.from({ length: 50 }, () => Buffer.from('\u0003dé\u0007\0\0\0\0\0\0\0')),
  ]);
  for (const size of [1, 2, 7, 40]) {
    const { engine } = await scripted((response) => {
      response.writeHead(200, size === 7 ? withTag : {});
      for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
      response.end();
    });
    expect(await rowsOf(engine, text)).toEqual(Array(50).fill(['dé', '7']));
  }
});

it.each([
  ['502', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['503', (response: ServerResponse) => response.writeHead(503).end()],
  ['429 with a time', (response: ServerResponse) => response.writeHead(429, { 'Retry-After': '0' }).end()],
  [
    'too many statements at a time',
    (response: ServerResponse) => response.writeHead(500, { 'x-clickhouse-exception-code': '202' }).end('Code: 202.'),
  ],
  ['a connection that is lost before the answer', (response: ServerResponse) => response.destroy()],
])('sends a statement again after %s, and ends the first one', async (_, answer) => {
  const { engine, asked, kills } = await scripted((response, __, count) =>
    count === 0 ? void answer(response) : void response.end(three),
  );
  expect(await rowsOf(engine, text)).toEqual(rows);
  const ids = asked.filter((request) => !isKill(request)).map(({ query }) => query.get('query_id') ?? '');
  expect(new Set(ids).size).toBe(2);
  const [kill] = kills();
  expect(ids.every((id) => id.startsWith(kill?.query.get('param_p1') ?? 'none'))).toBe(true);
});

it('gives up after the last wait', async () => {
  const { port, asked } = await scriptedServer((response, request) =>
    isKill(request) ? response.end() : response.writeHead(503).end('busy'),
  );
  const client = new ClickhouseClient(settingsOn(port), [1, 1]);
  const request = { statement: { text, params: [] }, queryId: 'one', timeoutMs: 1000 };
  await expect(client.rows({ ...request, signal: new AbortController().signal })).rejects.toThrow('status 503: busy');
  expect(asked.filter((each) => !isKill(each))).toHaveLength(3);
  client.close();
});

it('sends a statement once after its rows began', async () => {
  const { engine, asked } = await scripted((response) => breakAfter(response, three));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(asked.filter((request) => !isKill(request))).toHaveLength(1);
});

it.each([
  ['at the end of a row', [three]],
  ['in a row', [rowBytes('UInt32', [[1, 0, 0, 0], [2]])]],
  ['in the head', [three.subarray(0, 5)]],
  ['before the head', [Buffer.from([])]],
])('takes no answer for whole that is cut off %s', async (_, pieces) => {
  const { engine } = await scripted((response) => breakAfter(response, ...pieces));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
  const whole = await scripted((response) => response.end(Buffer.concat(pieces.map((piece) => piece))));
  if (pieces[0] === three) expect(await rowsOf(whole.engine, text)).toEqual(rows);
  else await expect(rowsOf(whole.engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
});

it('refuses an answer whose length nothing tells', async () => {
  const { engine } = await scripted((response) => {
    response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), three]));
  });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: expect.stringContaining('unknown length') },
  });
});

it.each([
  ['with its mark, on a broken connection', withTag, [three, marked], false],
  ['with its mark, in pieces', withTag, [three, ...marked.match(/[^]{1,5}/g)!], false],
  ['with its mark, behind a proxy that ends the answer', withTag, [three, marked], true],
  ['of an older server, on a broken connection', {}, [three, `__exception__\r\n${said}`], false],
  ['of an older server, behind a proxy that ends the answer', {}, [three, `__exception__\r\n${said}`], true],
])('reads an error after rows %s', async (_, headers, pieces, isEnded) => {
  const { engine } = await scripted((response) => {
    response.writeHead(200, headers);
    if (isEnded) {
      for (const piece of pieces) response.write(piece);
      response.end();
    } else breakAfter(response, ...pieces);
  });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'conversion',
    cause: { message: expect.stringContaining('throwIf') },
  });
});

it('reads data that look like an error', async () => {
  const value = Buffer.from(marked.replaceAll(tag, 'ponmlkjihgfedcba'));
  const { engine } = await scripted((response) => {
    response.writeHead(200, withTag);
    response.end(Buffer.concat([headBytes([['n', 'String']]), lengthBytes(value.length), value]));
  });
  expect(await rowsOf(engine, text)).toEqual([[value.toString()]]);
});

it('takes the number of an error in the head for an error, whatever the status', async () => {
  const { engine } = await scripted((response) =>
    response.writeHead(200, { 'x-clickhouse-exception-code': '241' }).end('Code: 241. Memory limit exceeded'),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'resource' });
});

it.each([
  ['HTML', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<html>200</html>')],
  ['another form', (response: ServerResponse) => response.setHeader('x-clickhouse-format', 'JSON').end(three)],
  ['nothing', (response: ServerResponse) => response.end()],
  ['HTML with an error', (response: ServerResponse) => response.writeHead(500).end('<html>Internal Server Error')],
  ['a page that is not there', (response: ServerResponse) => response.writeHead(404).end('Not Found')],
])('refuses %s instead of rows', async (_, answer) => {
  const { engine } = await scripted((response) => void answer(response));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
});

it('follows no redirect', async () => {
  const other = await scriptedServer((response) => response.end(three));
  const { engine } = await scripted((response) =>
    response.writeHead(307, { Location: `http://127.0.0.1:${other.port}/` }).end(),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(other.asked).toEqual([]);
});

it.each([
  [62, 'statement', 'Syntax error: failed at position 8 (x): x'],
  [47, 'statement', 'Unknown expression identifier'],
  [81, 'connection', 'Database nix does not exist'],
  [516, 'connection', 'default: Authentication failed: password is incorrect'],
  [194, 'connection', 'Password required'],
  [192, 'connection', 'There is no user'],
  [115, 'connection', "Unknown setting 'allow_experimental_correlated_subqueries'", 'ClickHouse 25.8 or newer'],
  [164, 'connection', "Cannot modify 'limit' setting in readonly mode", 'readonly=2'],
  [452, 'connection', 'Setting limit should not be changed', 'no constraint'],
  [164, 'forbidden', 'Cannot execute query in readonly mode'],
  [497, 'forbidden', 'Not enough privileges'],
  [241, 'resource', 'Memory limit exceeded'],
  [159, 'timeout', 'Timeout exceeded'],
  [160, 'timeout', 'Estimated query execution time is too long'],
  [394, 'timeout', 'Query was cancelled'],
  [69, 'conversion', 'Decimal math overflow'],
])('gives error %d the class %s', async (code, errorClass, message, hint = '') => {
  const { engine } = await scripted((response) =>
    response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(`Code: ${code}. DB::Exception: ${message}`),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass,
    message: `the data source reported a ${errorClass} error`,
    cause: { message: expect.stringContaining(hint === '' ? message : hint) },
  });
});

it('leaves out a setting that an older server does not know, and asks again once', async () => {
  const later = 'use_skip_indexes_for_disjunctions';
  const { engine, asked } = await scripted((response, { query }) => {
    if (!query.has(later)) response.end(three);
    else
      response.writeHead(404, { 'x-clickhouse-exception-code': 115 }).end(`Code: 115. DB::Exception: Setting ${later}`);
  });
  expect(await rowsOf(engine, text)).toEqual(rows);
  expect(await rowsOf(engine, text)).toEqual(rows);
  expect(asked.filter((request) => !isKill(request)).map(({ query }) => query.get(later))).toEqual(['0', null, null]);
});

it('tells the place of an error in characters', async () => {
  const { engine } = await scripted((response) =>
    response
      .writeHead(400, { 'x-clickhouse-exception-code': 62 })
      .end('Code: 62. DB::Exception: Syntax error: failed at position 16 (FRM)'),
  );
  await expect(rowsOf(engine, "SELECT 'é', 1 FRM x")).rejects.toMatchObject({ position: 14 });
});

it('is of the connection where the server is down, and works once it is up', async () => {
  const { port } = await scriptedServer((response) => response.end(three));
  await expect(rowsOf(await openForTest(settingsOn(1)), text)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(await rowsOf(await openForTest(settingsOn(port)), text)).toEqual(rows);
});

it('pins the settings of a profile that would change rows, and may not write', async () => {
  const { engine, asked } = await scripted((response) => response.end(three), { timeoutMs: 1500 });
  await rowsOf(engine, text);
  expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({
    readonly: '2',
    limit: '0',
    offset: '0',
    skip_unavailable_shards: '0',
    timeout_overflow_mode: 'throw',
    group_by_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    count_distinct_implementation: 'uniqExact',
    cancel_http_readonly_queries_on_client_close: '1',
    timeout_before_checking_execution_speed: '0',
    max_execution_time: '1.5',
    http_send_timeout: '2',
    session_timezone: 'UTC',
  });
});

it('sends names and passwords of any characters in a header, and never in the address', async () => {
  const [user, password] = ['ärger 漢', " p@ss:w'ö\nrd% "];
  const { engine, asked } = await scripted((response) => response.end(three), {
    user,
    password,
    database: 'größe&a=b',
  });
  await rowsOf(engine, text);
  await engine.check(new AbortController().signal);
  for (const { query, headers } of asked) {
    expect(headers.authorization).toBe(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    expect(query.get('database')).toBe('größe&a=b');
    expect(query.toString()).not.toContain('p%40ss');
  }
  expect(() => new ClickhouseClient({ ...settingsOn(1), user: 'a:b' })).toThrow('colon');
});

it('sends short values in the address, and long ones in the body', async () => {
  const { engine, asked } = await scripted((response) => response.end(three));
  const hostile = "it's \\ \t\n\r\0\b\f -- ;";
  await rowsOf(engine, 'SELECT {p1:String}', [hostile, null, true]);
  const [short] = asked;
  expect(short?.query.get('param_p1')).toBe(String.raw`it\'s \\ \t\n\r\0\b\f -- ;`);
  expect([short?.query.get('param_p2'), short?.query.get('param_p3')]).toEqual([String.raw`\N`, 'true']);
  const long = 'é\r\n--x'.repeat(10_000);
  await rowsOf(engine, 'SELECT {p1:String}', [long]);
  expect(asked[1]?.query.has('param_p1')).toBe(false);
  expect(asked[1]?.text).toContain(`name="param_p1"\r\n\r\n${String.raw`é\r\n--x`.repeat(10_000)}\r\n`);
  expect(asked[1]?.text).toContain('name="query"\r\n\r\nSELECT {p1:String}\r\n');
});

it('reads no further than the reader has room', async () => {
  const piece = Buffer.alloc(64 * 1024, 7);
  let sent = 0;
  const { engine } = await scripted((response) => {
    response.write(headBytes([['n', 'UInt8']]));
    const more = () => {
      while (!response.destroyed && sent < 4096) {
        sent += 1;
        if (!response.write(piece)) break;
      }
      if (sent === 4096) response.end();
    };
    response.on('drain', more);
    more();
  });
  const { batches } = await engine.run({ text, params: [] }, new AbortController().signal);
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  let before = -1;
  await eventually(() => {
    const isStill = before === sent;
    before = sent;
    expect(isStill).toBe(true);
  });
  expect(sent).toBeLessThan(2048); // buffers of the sockets
  await reader.return?.();
});

it('stops a statement at the server when its caller leaves, and again until the server has answered', async () => {
  let refused = 0;
  const server = await scriptedServer((response, request) => {
    if (!isKill(request)) response.write(three);
    else if (refused++ < 2) response.writeHead(500).end('<html>');
    else response.end();
  });
  const engine = await openForTest({ ...settingsOn(server.port), maxRunning: 1 });
  const leaving = new AbortController();
  const ended = expect(rowsUntil(engine.run({ text, params: [] }, leaving.signal))).rejects.toBeInstanceOf(
    EngineCancelled,
  );
  await eventually(() => expect(server.asked).toHaveLength(1));
  leaving.abort();
  await ended;
  const id = server.asked[0]?.query.get('query_id') ?? '';
  const kills = server.asked.filter(isKill);
  expect(kills).toHaveLength(3);
  for (const { query } of kills) {
    expect(id.startsWith(query.get('param_p1') ?? 'none')).toBe(true);
    expect(query.get('readonly')).toBeNull();
  }
  const other = rowsOf(engine, text).catch((error: unknown) => error);
  await eventually(() => expect(server.asked).toHaveLength(5)); // its permit is free
  await engine.close();
  await other;
});

it('closes the connection of a statement that the account may not end', async () => {
  let isClosed = false;
  const server = await scriptedServer((response, request) => {
    if (isKill(request)) {
      response.writeHead(403, { 'x-clickhouse-exception-code': '497' }).end('Code: 497. Not enough privileges');
      return;
    }
    response.on('close', () => {
      isClosed = true;
    });
    response.write(three);
  });
  const engine = await openForTest({ ...settingsOn(server.port), timeoutMs: 200 });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'timeout' });
  expect(server.asked.filter(isKill)).toHaveLength(1);
  await eventually(() => expect(isClosed).toBe(true));
});

it('gives up a server that does not answer any more, and ends all statements when it is closed', async () => {
  const server = await scriptedServer(() => undefined);
  const engine = await openForTest(settingsOn(server.port));
  const ended = expect(rowsOf(engine, text)).rejects.toBeInstanceOf(EngineCancelled);
  await eventually(() => expect(server.asked).toHaveLength(1));
  await engine.close();
  await ended;
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
});

it.each([
  ['columns', lengthBytes(200_000)],
  ['a length that is none', Buffer.alloc(20, 0xff)],
  ['types in each other', headBytes([['n', `${'Array('.repeat(200)}UInt8${')'.repeat(200)}`]])],
  ['elements without bytes', Buffer.concat([headBytes([['n', 'Array(Tuple())']]), lengthBytes(1e12)])],
  ['a row without bytes', Buffer.concat([headBytes([['n', 'Tuple()']]), Buffer.from([0])])],
  ['a member that an enumeration has not', rowBytes("Enum8('a' = 1)", [[2]])],
])('refuses %s that are too much', async (_, bytes) => {
  const { engine } = await scripted((response) => response.end(bytes));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: expect.stringMatching(/resource|connection|statement/),
  });
});

it('refuses a row without an end', async () => {
  const piece = Buffer.alloc(1 << 20, 65);
  const { engine } = await scripted((response) => {
    response.write(Buffer.concat([headBytes([['n', 'String']]), lengthBytes(2 ** 40)]));
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'resource',
    cause: { message: 'a row is too long' },
  });
});

async function rowsUntil(stream: ReturnType<Awaited<ReturnType<typeof openForTest>>['run']>): Promise<void> {
  const { batches } = await stream;
  for await (const _ of batches);
}
