import { describe, expect, it } from 'vitest';
import {
  type Answer,
  AnsweringServer,
  dropped,
  endless,
  json,
  lines,
  pieces,
  silent,
} from '../answering-server-fixture.ts';
import { createPlatformClient } from './platform-client.ts';

const retry = { waitMs: 1 };
const page = (items: readonly number[], endCursor: string | null) => ({
  items: items.map((id) => ({ id })),
  pageInfo: { hasNextPage: endCursor !== null, hasPreviousPage: false, startCursor: null, endCursor },
});

describe('a function of an operation', () => {
  it('fills the path, the parameters and the body', async () => {
    await using server = await AnsweringServer.open(json({ id: 7 }));
    const client = createPlatformClient({ baseUrl: `${server.address}/below/`, getHeaders: () => ({ 'x-key': 'k' }) });
    await client.createFolder({ path: { deploymentId: 1 }, body: { name: 'Europe' } });
    await client.getDeployments({ query: { creationStep: ['ready', 'demo'], first: 2 } });
    await client.deleteAccountGroup({ path: { id: 3 } });
    expect(server.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/below/api/v1/deployments/1/folders', '{"name":"Europe"}'],
      ['GET', '/below/api/v1/deployments?creationStep=ready&creationStep=demo&first=2', ''],
      ['DELETE', '/below/api/v1/groups/3', ''],
    ]);
    expect(server.asked[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
  });

  it('answers with nothing, a text, or lines while they come', async () => {
    const csv = pieces(['a,b\n', '1,2\n'], { type: 'text/csv' });
    let end: () => void = () => {};
    const going = new Promise<void>((done) => {
      end = done;
    });
    await using server = await AnsweringServer.open(
      (response) => response.writeHead(204).end(),
      csv,
      async (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(lines({ id: '__cutoff__' }));
        await going;
        response.end(lines({ id: '__state__' }));
      },
    );
    const client = createPlatformClient({ baseUrl: server.address });
    expect(await client.deleteAccountGroup({ path: { id: 3 } })).toBe(undefined);
    expect(await client.exportAuditLog()).toBe('a,b\n1,2\n');
    const found: unknown[] = [];
    for await (const line of await client.readChatThread({ path: { chatId: 'c' } })) {
      found.push(line);
      end();
    }
    expect(found).toEqual([{ id: '__cutoff__' }, { id: '__state__' }]);
  });

  it('ends the request of lines that are left, in the middle of one too', async () => {
    const [unread, cut] = [silent(lines({ id: '1' })), silent(`${lines({ id: '1' })}{"id":"2`)];
    await using server = await AnsweringServer.open(unread.answer, cut.answer);
    const client = createPlatformClient({ baseUrl: server.address });
    const read = async () => (await client.readChatThread({ path: { chatId: 'c' } }))[Symbol.asyncIterator]();
    await (await read()).return?.();
    await unread.left;
    const records = await read();
    expect(await records.next()).toEqual({ done: false, value: { id: '1' } });
    const next = records.next();
    await records.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await cut.left;
  });

  it('sends an archive as it is', async () => {
    await using server = await AnsweringServer.open(json({ id: 1 }));
    const client = createPlatformClient({ baseUrl: server.address });
    await client.uploadProjectVersion({ path: { deploymentId: 2 }, body: new TextEncoder().encode('PK zip') });
    expect(server.asked[0]).toMatchObject({ body: 'PK zip', headers: { 'content-type': 'application/zip' } });
  });

  it('throws an error of its own for an answer that is no JSON', async () => {
    await using server = await AnsweringServer.open(pieces(['all is well'], { type: 'text/plain' }));
    const client = createPlatformClient({ baseUrl: server.address, retry });
    const thrown = client.getDeployments();
    await expect(thrown).rejects.toMatchObject({ name: 'OrreryError', code: 'client.not-json', status: 200 });
  });

  it('throws what the server refuses, with the fields', async () => {
    const details = [{ path: 'name', message: 'is required' }];
    await using server = await AnsweringServer.open(json({ error: 'No name', message: 'No name', details }, 400));
    const client = createPlatformClient({ baseUrl: server.address });
    await expect(client.createAccountGroup({ body: { name: '' } })).rejects.toMatchObject({ status: 400, details });
  });

  it.each(['..', '.', ''])('refuses %j as a part of a path, which would name another operation', async (publicId) => {
    await using server = await AnsweringServer.open(json({}));
    const client = createPlatformClient({ baseUrl: server.address });
    const path = { publicId };
    await expect(client.getDashboard({ path })).rejects.toMatchObject({ code: 'client.path-value' });
    const byPath = client.fetchClient.GET('/api/v1/embed/dashboard/{publicId}', { params: { path } });
    await expect(byPath).rejects.toMatchObject({ code: 'client.path-value' });
    await client.getDashboard({ path: { publicId: '../users?x#y' } });
    expect(server.asked.map(({ path: asked }) => asked)).toEqual(['/api/v1/embed/dashboard/..%2Fusers%3Fx%23y']);
  });
});

describe('a request that may succeed later', () => {
  const busy = json({ error: 'Busy' }, 503);
  const badGateway = pieces(['<html>'], { type: 'text/html' });

  it('is repeated when that changes nothing twice', async () => {
    const cut = pieces(['{"items":'], { isBroken: true });
    await using server = await AnsweringServer.open(busy, dropped, cut, json(page([1], null)));
    const client = createPlatformClient({ baseUrl: server.address, retry });
    expect((await client.getUsers()).items).toEqual([{ id: 1 }]);
    expect(server.asked).toHaveLength(4);
  });

  it('is sent with its whole body each time', async () => {
    await using server = await AnsweringServer.open(busy, json({}));
    const { fetchClient } = createPlatformClient({ baseUrl: server.address, retry });
    await fetchClient.PUT('/api/v1/users/{id}', { params: { path: { id: 1 } }, body: { firstName: 'Ann' } });
    expect(server.asked.map(({ body }) => body)).toEqual(Array(2).fill('{"firstName":"Ann"}'));
  });

  it.each([
    ['busy', busy, 503],
    ['dropped', dropped, 0],
  ] as const)('is not repeated when it may have changed something: %s', async (_, answer, status) => {
    await using server = await AnsweringServer.open(answer);
    const client = createPlatformClient({ baseUrl: server.address, retry });
    await expect(client.createAccountGroup({ body: { name: 'a' } })).rejects.toMatchObject({ status });
    expect(server.asked).toHaveLength(1);
  });

  it('ends with the answer of the server, by path as by function', async () => {
    await using server = await AnsweringServer.open(busy);
    const client = createPlatformClient({ baseUrl: server.address, retry });
    await expect(client.getUsers()).rejects.toMatchObject({ status: 503, message: 'Busy' });
    const { error, response } = await client.fetchClient.GET('/api/v1/users');
    expect([error, response.status]).toEqual([{ error: 'Busy', message: 'Busy', statusCode: 503 }, 503]);
    expect(server.asked).toHaveLength(8);
  });

  it.each([
    ['a page', pieces(['<html>'], { type: 'text/html', status: 400 })],
    ['nothing', (response) => response.writeHead(400, { 'content-length': '0' }).end()],
    ['JSON without end', endless('{"error":"', 400).answer],
  ] satisfies readonly (readonly [string, Answer])[])(
    'has an error of its type by path, also when the answer is %s',
    async (_, answer) => {
      await using server = await AnsweringServer.open(answer);
      const client = createPlatformClient({ baseUrl: server.address, retry });
      const { error } = await client.fetchClient.GET('/api/v1/users');
      const message = `${server.address}/api/v1/users answered with status 400`;
      expect(error).toEqual({ error: message, message, statusCode: 400 });
    },
  );

  it('has all problems of a long list', async () => {
    const details = Array.from({ length: 20_000 }, (_, at) => ({
      path: `userIds.${at}`,
      message: 'There is no such user, or none in this account',
    }));
    await using server = await AnsweringServer.open(
      json({ error: 'No', message: 'No', statusCode: 400, details }, 400),
    );
    const client = createPlatformClient({ baseUrl: server.address });
    await expect(client.getUsers()).rejects.toMatchObject({ message: 'No', details });
    expect((await client.fetchClient.GET('/api/v1/users')).error).toMatchObject({ message: 'No', details });
  });

  it('is no page of a proxy that says it is well', async () => {
    await using server = await AnsweringServer.open(badGateway);
    const client = createPlatformClient({ baseUrl: server.address, retry });
    await expect(client.getUsers()).rejects.toMatchObject({ code: 'client.not-json' });
    await expect(client.fetchClient.GET('/api/v1/users')).rejects.toMatchObject({ code: 'client.not-json' });
  });

  it('is ended by its signal, while it waits too', async () => {
    const controller = new AbortController();
    await using server = await AnsweringServer.open((response) => {
      json({ error: 'Busy' }, 503, { 'retry-after': '10' })(response, {} as never);
      setTimeout(() => controller.abort(new Error('left')), 30);
    });
    const client = createPlatformClient({ baseUrl: server.address, retry });
    const { signal } = controller;
    await expect(client.getUsers({}, { signal })).rejects.toThrow('left');
    await expect(client.getUsers({}, { signal })).rejects.toThrow('left');
  });
});

describe('the pages of a list', () => {
  it('come one after the other, by their cursors', async () => {
    await using server = await AnsweringServer.open(
      json(page([1, 2], 'two')),
      json(page([3], 'three')),
      json(page([], null)),
    );
    const client = createPlatformClient({ baseUrl: server.address });
    const ids: number[] = [];
    const input = { path: { deploymentId: 5 }, query: { first: 2 } };
    for await (const { items } of client.pages('getFolders', input)) ids.push(...items.map(({ id }) => id));
    expect(ids).toEqual([1, 2, 3]);
    const folders = '/api/v1/deployments/5/folders?first=2';
    expect(server.asked.map(({ path }) => path)).toEqual([folders, `${folders}&after=two`, `${folders}&after=three`]);
  });

  it('are asked for when they are wanted', async () => {
    await using server = await AnsweringServer.open(json(page([1], 'next')));
    for await (const _ of createPlatformClient({ baseUrl: server.address }).pages('getUsers')) break;
    expect(server.asked).toHaveLength(1);
  });

  it('end with an error when a cursor repeats', async () => {
    await using server = await AnsweringServer.open(json(page([1], 'same')));
    const all = async () => {
      for await (const _ of createPlatformClient({ baseUrl: server.address }).pages('getUsers')) void _;
    };
    await expect(all()).rejects.toMatchObject({ code: 'client.cursor-repeats' });
    expect(server.asked).toHaveLength(2);
  });
});

it('streams by path what is asked for as a stream, and takes paths with a slash at the end', async () => {
  await using server = await AnsweringServer.open(pieces([lines({ a: 1 }), lines({ b: 2 })]), json(page([1], null)));
  const { fetchClient } = createPlatformClient({ baseUrl: server.address });
  const params = { path: { chatId: 'c' } };
  const { data } = await fetchClient.GET('/api/v1/chat/threads/{chatId}/records', { params, parseAs: 'stream' });
  expect(await new Response(data).text()).toBe('{"a":1}\n{"b":2}\n');
  const users = await fetchClient.GET('/api/v1/users/');
  expect(users.data?.items).toEqual([{ id: 1 }]);
  expect(server.asked[1]?.path).toBe('/api/v1/users/');
});
