import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AnsweringServer, dropped, endless, json, pieces } from '../answering-server-fixture.ts';
import { type Send, sender, sendForJson, sendForStream } from './connection.ts';
import { tokenHeaders } from './headers.ts';
import { OrreryError } from './orrery-error.ts';

const get = { method: 'GET' };

describe('an answer', () => {
  it('is its JSON', async () => {
    await using server = await AnsweringServer.open(json({ a: 1 }));
    expect(await sendForJson(sender({}), { ...get, url: server.address })).toEqual({ a: 1 });
  });

  it.each([
    ['a page', pieces(['<html>'], { type: 'text/html' }), 'client.not-json'],
    ['a body that is cut', pieces(['{"a":'], { isBroken: true }), 'client.network'],
    ['a body that ends too early', pieces(['{"a":']), 'client.not-json'],
    ['no answer', dropped, 'client.network'],
    ['a page of a proxy', pieces(['<html>Bad Gateway'], { type: 'text/html' }), 'client.not-json'],
  ])('that is %s is an error with a code', async (_, answer, code) => {
    await using server = await AnsweringServer.open(answer);
    const asked = sendForJson(sender({}), { ...get, url: `${server.address}/a?token=secret` });
    const error: unknown = await asked.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(OrreryError);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('secret');
  });

  it('without success is an error with everything that the server says', async () => {
    const details = [
      { path: 'name', message: 'is required' },
      { path: 'userIds.0', message: 'is no number', code: 'x.y', hint: 'Give a number' },
    ];
    const body = { error: 'Old text', message: 'New text', statusCode: 400, details, requestId: 'r-1' };
    await using server = await AnsweringServer.open(json(body, 400));
    const error: unknown = await sendForJson(sender({}), { ...get, url: server.address }).catch(
      (each: unknown) => each,
    );
    expect(error).toMatchObject({ message: 'New text', status: 400, code: 'x.y', details, requestId: 'r-1' });
    expect(error instanceof OrreryError && error.messagesOf('name')).toEqual(['is required']);
  });

  it('of the Data API has its problems as details', async () => {
    const problems = [{ code: 'query.unknown-member', message: 'No such member', path: 'measures[0]' }];
    await using server = await AnsweringServer.open(json({ error: 'No such member', problems }, 400));
    const headers = { 'x-request-id': 'mine-span-1' };
    await expect(sendForJson(sender({}), { ...get, headers, url: server.address })).rejects.toMatchObject({
      code: 'query.unknown-member',
      details: problems,
      requestId: 'mine-span-1',
    });
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ error: { nested: true }, details: 'none' }],
    [{ details: [null, 1, { path: 3 }] }],
  ])('without success and of any other shape is an error by its status: %j', async (body) => {
    await using server = await AnsweringServer.open(json(body, 418));
    await expect(sendForJson(sender({}), { ...get, url: server.address })).rejects.toMatchObject({
      message: `${server.address} answered with status 418`,
      code: 'http.418',
      details: [],
    });
  });
});

describe('a redirection', () => {
  it('is not followed, so that no credential goes to another server', async () => {
    await using other = await AnsweringServer.open(json({ stolen: true }));
    const location = `${other.address}/login?next=secret`;
    await using server = await AnsweringServer.open((response) => response.writeHead(307, { location }).end());
    const send = sender({ getHeaders: () => ({ authorization: 'secret', 'x-key': 'secret' }) });
    await expect(sendForJson(send, { ...get, url: server.address })).rejects.toMatchObject({
      code: 'client.redirected',
      message: `${server.address} redirects to another address, which is not followed: use ${other.address}/login`,
    });
    expect(other.asked).toEqual([]);
  });
});

describe('an answer that is not read on', () => {
  const refusedBy = (send: Send, url: string) => sendForJson(send, { ...get, url }).catch((error: unknown) => error);

  it('ends its request: an error without end, a redirection, a page in place of rows', async () => {
    const [error, moved, page] = [
      endless('{"error":"Bad Gateway"}', 502),
      endless('moved', 307, { location: 'http://elsewhere' }),
      endless('<html>', 200, { 'content-type': 'text/html' }),
    ];
    await using server = await AnsweringServer.open(error.answer, moved.answer, page.answer);
    const send = sender({});
    expect(await refusedBy(send, server.address)).toMatchObject({ status: 502 });
    await error.left;
    expect(await refusedBy(send, server.address)).toMatchObject({ code: 'client.redirected' });
    await moved.left;
    await expect(sendForStream(send, { ...get, url: server.address })).rejects.toMatchObject({
      code: 'client.not-json',
    });
    await page.left;
  });

  it('ends its request after a 401, with another token and without', async () => {
    const [first, second] = [endless('{}', 401), endless('{}', 401)];
    await using server = await AnsweringServer.open(first.answer, json('welcome'), second.answer);
    const renewing = sender({ getHeaders: ({ refused }) => ({ authorization: refused ? 'b' : 'a' }) });
    expect(await sendForJson(renewing, { ...get, url: server.address })).toBe('welcome');
    await first.left;
    const failing = sender({
      getHeaders: ({ refused }) => {
        if (refused) throw new Error('no other token');
        return {};
      },
    });
    await expect(sendForJson(failing, { ...get, url: server.address })).rejects.toThrow('no other token');
    await second.left;
  });

  it('and is an error that goes silent, is an error by its status ten seconds after its last piece', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const cancel = vi.fn();
    const pieces = ['{"error":', '"Busy"', '}'].map((each) => new TextEncoder().encode(each));
    const body = new ReadableStream({
      start: (one) => pieces.forEach((piece, at) => setTimeout(() => one.enqueue(piece), at * 9_000)),
      cancel,
    });
    const send = sender({ fetch: async () => new Response(body, { status: 503 }) });
    const refused = refusedBy(send, 'http://server');
    await vi.advanceTimersByTimeAsync(18_000 + 9_999);
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([await refused, cancel.mock.calls.length]).toMatchObject([{ status: 503, message: 'Busy' }, 1]);
  });
});

describe('a token', () => {
  const byToken = (good: string) => (response: Parameters<ReturnType<typeof json>>[0], asked: { headers: object }) =>
    'authorization' in asked.headers && asked.headers.authorization === good
      ? json('welcome')(response, asked as never)
      : json({ error: 'Invalid token' }, 401)(response, asked as never);

  it('is asked for again after a 401, once for requests side by side', async () => {
    await using server = await AnsweringServer.open(byToken('token-2'));
    let made = 0;
    const token = async () => `token-${(made += 1)}`;
    const send = sender({ getHeaders: tokenHeaders(token) });
    const sent = { method: 'POST', body: '{"x":1}', url: server.address };
    expect(await Promise.all([1, 2, 3].map(() => sendForJson(send, sent)))).toEqual(Array(3).fill('welcome'));
    expect(made).toBe(2);
    expect(server.asked.every(({ body }) => body === '{"x":1}')).toBe(true);
    expect(await sendForJson(send, sent)).toBe('welcome');
    expect(made).toBe(2);
  });

  it('that is refused twice ends in the 401', async () => {
    await using server = await AnsweringServer.open(byToken('other'));
    let made = 0;
    const send = sender({ getHeaders: tokenHeaders(() => `token-${(made += 1)}`) });
    await expect(sendForJson(send, { ...get, url: server.address })).rejects.toMatchObject({ status: 401 });
    expect([made, server.asked.length]).toEqual([2, 2]);
  });

  it('that stays the same is not sent twice', async () => {
    await using server = await AnsweringServer.open(byToken('other'));
    for (const token of ['fixed', () => 'fixed']) {
      const send = sender({ getHeaders: tokenHeaders(token) });
      await expect(sendForJson(send, { ...get, url: server.address })).rejects.toMatchObject({ status: 401 });
    }
    expect(server.asked).toHaveLength(2);
  });

  it('that could not be got is asked for again by the next request', async () => {
    await using server = await AnsweringServer.open(byToken('good'));
    let asked = 0;
    const token = () => {
      asked += 1;
      if (asked === 1) throw new Error('no network');
      return 'good';
    };
    const send = sender({ getHeaders: tokenHeaders(token) });
    await expect(sendForJson(send, { ...get, url: server.address })).rejects.toThrow('no network');
    expect(await sendForJson(send, { ...get, url: server.address })).toBe('welcome');
  });
});
