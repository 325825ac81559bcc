import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Engine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import {
  pageOf,
  pagePath,
  pageText,
  pageUri,
  type ScriptedServer,
  scriptedServer,
} from './scripted-server-for-test.ts';
import { TrinoClient } from './trino-client.ts';
import { openForTest, settingsOn } from './trino-for-test.ts';
import type { TrinoSettings } from './trino-settings.ts';

interface Scripted extends ScriptedServer {
  readonly engine: Engine;
}

/**
 * An engine on a server with three pages, of the rows 0, 1 and 2.
 *
 * @param answer returns whether it has answered; other requests get their page
 */
async function scripted(
  answer: (request: IncomingMessage, response: ServerResponse, page: number) => boolean,
  settings: Partial<TrinoSettings> = {},
): Promise<Scripted> {
  const server = await scriptedServer((request, response) => {
    const page = pageOf(request);
    if (answer(request, response, page)) return;
    if (request.method === 'DELETE') response.writeHead(204).end();
    else response.end(pageText([page], page < 2 ? pageUri(request, page + 1) : undefined));
  });
  return { ...server, engine: await openForTest({ ...settingsOn(server.port), ...settings }) };
}

const text = 'SELECT n FROM numbers';
const rows = [['0'], ['1'], ['2']];
const get = (page: number) => `GET ${pagePath(page)}`;
const post = 'POST /v1/statement';

/** Answers the first request of page 1 in another way. */
const once = (answer: (response: ServerResponse, request: IncomingMessage) => void) => {
  let isDone = false;
  return (request: IncomingMessage, response: ServerResponse, page: number) => {
    if (isDone || page !== 1 || request.method === 'DELETE') return false;
    isDone = true;
    answer(response, request);
    return true;
  };
};

it('reads one page after the other', async () => {
  const { engine, asked } = await scripted(() => false);
  expect(await rowsOf(engine, text)).toEqual(rows);
  expect(asked).toEqual([post, get(1), get(2)]);
});

it.each([
  ['502', (response: ServerResponse) => response.writeHead(502).end('<html>')],
  ['503', (response: ServerResponse) => response.writeHead(503).end()],
  ['504', (response: ServerResponse) => response.writeHead(504).end()],
  ['429 with a time', (response: ServerResponse) => response.writeHead(429, { 'Retry-After': '0' }).end()],
  ['a lost connection', (response: ServerResponse) => response.destroy()],
  [
    'half a page',
    (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Length': 900 }).write('{"id"') && response.destroy(),
  ],
])('asks again for a page after %s, and reads it once', async (_, answer) => {
  const { engine, asked } = await scripted(once((response) => void answer(response)));
  expect(await rowsOf(engine, text)).toEqual(rows);
  expect(asked).toEqual([post, get(1), get(1), get(2)]);
});

it('reports the name that the server gave the statement, also of one that failed', async () => {
  const { engine } = await scripted(() => false);
  const answer = await engine.run({ text, params: [] }, new AbortController().signal);
  expect(answer.engineQueryId).toBe('one');
  await answer.batches[Symbol.asyncIterator]().return?.();
  const failing = await scripted(once((response) => void response.writeHead(410).end()));
  await expect(rowsOf(failing.engine, text)).rejects.toMatchObject({ engineQueryId: 'one' });
  const slow = await scripted(
    once((response) => void response),
    { timeoutMs: 300 },
  );
  await expect(rowsOf(slow.engine, text)).rejects.toMatchObject({ errorClass: 'timeout', engineQueryId: 'one' });
});

it('reports no name that a store could not keep', async () => {
  for (const name of ['one\0', 'one two', '', 'x'.repeat(101)]) {
    const { engine } = await scripted((_, response) => {
      response.end(pageText([0]).replace('"one"', JSON.stringify(name)));
      return true;
    });
    const answer = await engine.run({ text, params: [] }, new AbortController().signal);
    expect(answer.engineQueryId).toBeUndefined();
    await answer.batches[Symbol.asyncIterator]().return?.();
  }
});

it('hands a statement in again that was not accepted', async () => {
  let isDone = false;
  const { engine, asked } = await scripted((request, response) => {
    if (isDone || request.method !== 'POST') return false;
    isDone = true;
    response.writeHead(503).end();
    return true;
  });
  expect(await rowsOf(engine, text)).toEqual(rows);
  expect(asked).toEqual([post, post, get(1), get(2)]);
});

it('gives up after the last wait', async () => {
  const { port, asked } = await scriptedServer((_, response) => response.writeHead(503).end('busy'));
  const client = new TrinoClient(settingsOn(port), [1, 1]);
  await expect(client.query(text, new AbortController().signal).next()).rejects.toThrow('status 503: busy');
  expect(asked).toEqual([post, post, post]);
  client.close();
});

it.each([
  ['HTML', (response: ServerResponse) => response.end('<html>502 Bad Gateway</html>'), 'is not valid JSON'],
  ['JSON of something else', (response: ServerResponse) => response.end('{"data":[[1]]}'), 'is not one of Trino'],
  ['half a page that looks whole', (response: ServerResponse) => response.end(pageText([1]).slice(0, -20)), 'JSON'],
  [
    'rows without columns',
    (response: ServerResponse) => response.end('{"id":"one","data":[[1]]}'),
    'is not one of Trino',
  ],
  [
    'a token that has ended',
    (response: ServerResponse) => response.writeHead(401).end('expired'),
    'status 401: expired',
  ],
  ['a statement that is gone', (response: ServerResponse) => response.writeHead(410).end(), 'status 410'],
  [
    'a text for a number',
    (response: ServerResponse) => response.end(pageText(['1 OR 1'])),
    'not of the type of its column',
  ],
  ['true for a number', (response: ServerResponse) => response.end(pageText([true])), 'not of the type of its column'],
])('ends a statement with an error after %s', async (_, answer, said) => {
  const { engine, asked } = await scripted(once((response) => void answer(response)));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: expect.stringContaining(said) },
  });
  expect(asked.filter((request) => request.startsWith('GET'))).toEqual([get(1)]);
});

it('ends the statement at the server when its answer cannot be used', async () => {
  const { engine, asked } = await scripted(once((response) => void response.end('<html>')));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(asked).toEqual([post, get(1), `DELETE ${pagePath(1)}`]);
});

it('follows no redirect', async () => {
  const other = await scriptedServer((_, response) => response.end(pageText([7])));
  const { engine } = await scripted(
    once((response) => void response.writeHead(307, { Location: `http://127.0.0.1:${other.port}/` }).end()),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: expect.stringContaining('redirects') },
  });
  expect(other.asked).toEqual([]);
});

it.each([
  ['another port', (port: number) => `http://127.0.0.1:${port}${pagePath(2)}`],
  ['another name of the host', (_: number, own: string) => `http://localhost:${own}${pagePath(2)}`],
  ['a host behind a user', (port: number, own: string) => `http://127.0.0.1:${own}@127.0.0.1:${port}${pagePath(2)}`],
  ['a user', (_: number, own: string) => `http://reader:secret@127.0.0.1:${own}${pagePath(2)}`],
  ['another protocol', (_: number, own: string) => `https://127.0.0.1:${own}${pagePath(2)}`],
  ['another path', (_: number, own: string) => `http://127.0.0.1:${own}/v1/statement/../query/other`],
  ['no address', () => 'v1/statement/2'],
])('sends nothing to %s that a page names', async (_, uriOf) => {
  const other = await scriptedServer((_request, response) => response.end(pageText([7])));
  const { engine, asked } = await scripted(
    once((response, request) => {
      const own = request.headers.host?.split(':')[1] ?? '';
      response.end(pageText([1], uriOf(other.port, own)));
    }),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: expect.stringContaining('credentials go only there') },
  });
  expect(other.asked).toEqual([]);
  expect(asked).toEqual([post, get(1), `DELETE ${pagePath(1)}`]);
});

it('refuses an end without columns, and columns that change', async () => {
  const silent = await scriptedServer((_, response) => response.end('{"id":"one","stats":{}}'));
  await expect(rowsOf(await openForTest(settingsOn(silent.port)), text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: 'the server ended the statement without columns' },
  });
  const { engine } = await scripted(
    once((response) => void response.end(pageText([1]).replaceAll('bigint', 'integer'))),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: 'the columns changed from one page to the next' },
  });
});

it('refuses a page that comes twice', async () => {
  const { engine } = await scripted(once((response, request) => void response.end(pageText([0], pageUri(request, 1)))));
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: 'the server sent a page twice' },
  });
});

it('refuses pages in a circle', async () => {
  const { engine, asked } = await scripted((request, response, page) => {
    if (request.method === 'DELETE' || page < 2) return false;
    response.end(pageText([page], pageUri(request, 1)));
    return true;
  });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: 'the server sent a page twice' },
  });
  expect(asked).toEqual([post, get(1), get(2), `DELETE ${pagePath(2)}`]);
});

it('counts pages from the start again where the rows begin', async () => {
  const server = await scriptedServer((request, response) => {
    const rowsOn = (path: string) => `http://${request.headers.host}/v1/statement/${path}`;
    const next = new Map([
      ['/v1/statement', rowsOn('queued/one/a/1')],
      ['/v1/statement/queued/one/a/1', rowsOn('queued/one/b/2')],
      ['/v1/statement/queued/one/b/2', rowsOn('executing/one/c/0')],
      ['/v1/statement/executing/one/c/0', rowsOn('executing/one/d/1')],
    ]);
    response.end(pageText([0], next.get(request.url ?? '')));
  });
  expect(await rowsOf(await openForTest(settingsOn(server.port)), text)).toEqual(Array(5).fill(['0']));
});

it('takes a statement of a check back before it is planned', async () => {
  const { engine, asked } = await scripted(() => false);
  await engine.check(new AbortController().signal);
  expect(asked).toEqual([post, `DELETE ${pagePath(1)}`]);
});

it('fails a check with the error of its first page', async () => {
  const error = { message: 'Access Denied', errorCode: 4, errorType: 'USER_ERROR' };
  const server = await scriptedServer((_, response) => response.end(JSON.stringify({ id: 'one', error })));
  const engine = await openForTest(settingsOn(server.port));
  await expect(engine.check(new AbortController().signal)).rejects.toMatchObject({ errorClass: 'forbidden' });
});

it('refuses an answer without an end', async () => {
  const { engine } = await scripted(
    once((response) => {
      const piece = ' '.repeat(1 << 20);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    }),
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({
    errorClass: 'resource',
    cause: { message: expect.stringContaining('too long') },
  });
});

it('asks for a page when the reader has room for it', async () => {
  const rowsOfPage = 4096;
  let [sent, read, most] = [0, 0, 0];
  const server = await scriptedServer((request, response) => {
    const page = pageOf(request);
    sent += 1;
    most = Math.max(most, sent * rowsOfPage - read);
    const next = page < 30 ? pageUri(request, page + 1) : undefined;
    response.end(
      pageText(
        Array.from({ length: rowsOfPage }, (_, row) => page * rowsOfPage + row),
        next,
      ),
    );
  });
  const engine = await openForTest(settingsOn(server.port));
  const { batches } = await engine.run({ text, params: [] }, new AbortController().signal);
  for await (const { rowCount } of batches) {
    await delay(2);
    read += rowCount;
  }
  expect(read).toBe(31 * rowsOfPage);
  // Two pages, and the two batches of up to 2,048 rows that wait.
  expect(most).toBeLessThanOrEqual(3 * rowsOfPage);
});

it('stops a statement by its clock, and waits until the server has ended it', async () => {
  let isDeleted = false;
  const { engine, asked } = await scripted(
    (request, response, page) => {
      if (request.method === 'DELETE') {
        isDeleted = true;
        return false;
      }
      if (page < 2) return false;
      // Nothing new until the statement has been ended.
      const error = {
        message: 'Query was canceled',
        errorCode: 3,
        errorName: 'USER_CANCELED',
        errorType: 'USER_ERROR',
      };
      const answer = { id: 'one', ...(isDeleted ? { error } : { nextUri: pageUri(request, page + 1) }) };
      setTimeout(() => response.end(JSON.stringify(answer)), 10);
      return true;
    },
    { timeoutMs: 300 },
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'timeout' });
  expect(asked.some((request) => request.startsWith('DELETE'))).toBe(true);
});

it('asks again to end a statement when the server refuses it, and not for each page', async () => {
  let refused = 0;
  const { engine, asked } = await scripted(
    (request, response, page) => {
      if (request.method === 'DELETE') {
        refused += 1;
        if (refused > 2) return false;
        response.writeHead(500).end();
        return true;
      }
      if (page < 2) return false;
      const error = { message: 'Query was canceled', errorCode: 3, errorType: 'USER_ERROR' };
      const answer = { id: 'one', ...(refused > 2 ? { error } : { nextUri: pageUri(request, page + 1) }) };
      setTimeout(() => response.end(JSON.stringify(answer)), 5);
      return true;
    },
    { timeoutMs: 300 },
  );
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'timeout' });
  expect(asked.filter((request) => request.startsWith('DELETE'))).toHaveLength(3);
});

it('gives up a server that does not answer any more', async () => {
  const { engine } = await scripted((_, __, page) => page === 1, { timeoutMs: 300 });
  await expect(rowsOf(engine, text)).rejects.toMatchObject({ errorClass: 'timeout' });
  await engine.close();
});

it('refuses a text that is too long before it is sent', async () => {
  const { engine, asked } = await scripted(() => false);
  const long = "'".repeat(500_000);
  await expect(rowsOf(engine, 'SELECT ?', [long])).rejects.toMatchObject({
    errorClass: 'resource',
    cause: { message: 'the statement has 1000037 characters with its values, and the server takes 1000000' },
  });
  expect(asked).toEqual([]);
  expect(await rowsOf(engine, text)).toEqual(rows); // its place is free
});

it('says who asks, and in which form', async () => {
  const headers: IncomingMessage['headers'][] = [];
  const { engine } = await scripted(
    (request) => {
      headers.push(request.headers);
      return false;
    },
    {
      schema: 'sales',
      sessionUser: 'analyst',
      roles: [
        { catalog: 'system', role: 'all of it' },
        { catalog: 'lake', role: 'reader' },
      ],
      clientTags: ['bi', 'small'],
    },
  );
  await rowsOf(engine, text);
  expect(headers).toHaveLength(3);
  for (const each of headers)
    expect(each).toMatchObject({
      'x-trino-user': 'analyst',
      'x-trino-source': 'orrery',
      'x-trino-catalog': 'memory',
      'x-trino-schema': 'sales',
      'x-trino-role': 'system=ROLE%7Ball%20of%20it%7D,lake=ROLE%7Breader%7D',
      'x-trino-client-tags': 'bi,small',
      'x-trino-time-zone': 'UTC',
      'x-trino-client-capabilities': 'PARAMETRIC_DATETIME,NUMBER',
    });
  expect(headers.some((each) => 'authorization' in each)).toBe(false);
});
