import { rm } from 'node:fs/promises';
import { type ChatClient, createChatClient, queryResultOf } from '@orrery/client/chat';
import { createPlatformClient } from '@orrery/client';
import { chatRequestSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatServer, user as sessionSettings } from '../chat/chat-service.ts';
import { writeSlowProject } from '../chat/slow-project.ts';
import { eventually } from '../eventually.ts';

function clientOf({ service }: ChatServer, more: { readonly fetch?: typeof fetch } = {}): ChatClient {
  const place = { baseUrl: service.served.origin, account: 'default', agent: 'auto' };
  return createChatClient({
    ...place,
    getHeaders: () => ({ authorization: `Api-Key ${service.key}` }),
    retry: { waitMs: 10 },
    ...more,
  });
}

describe('the Chat client with a server', () => {
  let server: ChatServer;
  let chat: ChatClient;

  beforeAll(async () => {
    server = await ChatServer.open('sqlite');
    chat = clientOf(server);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  it('asks, goes on, and reads the chat again', async () => {
    const asked = chat.ask({ input: 'orders by region', sessionSettings });
    const answer = await asked.finalAnswer();
    expect(answer).toContain('125');
    const [call] = (await asked.toolCalls()).filter(({ name }) => name === 'orrerySqlApi');
    const result = call && queryResultOf(call);
    expect(result?.totalRows).toBe(2);
    expect(result?.data.map((row) => row.at(-1))).toEqual(['125', '125']);

    const { chatId } = asked;
    const next = chat.ask({ input: 'only North', chatId, sessionSettings });
    expect(await next.finalAnswer()).toContain('125');
    expect(next.chatId).toBe(chatId);

    const reading = chat.state(chatId ?? '', { sessionSettings });
    const state = await reading.endState();
    expect(state?.messages.length).toBeGreaterThan(3);
    const kinds = reading.messages().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'user')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'final')).toHaveLength(2);
    expect(reading.messages().every(({ isInProcess }) => !isInProcess)).toBe(true);
  });

  it('asks once, however often it is asked under one id', async () => {
    const asked = chat.ask({ input: 'orders', sessionSettings });
    const answer = await asked.finalAnswer();
    const { messageId } = asked;
    const again = chat.ask({ input: 'orders', messageId, sessionSettings });
    expect([await again.finalAnswer(), again.chatId]).toEqual([answer, asked.chatId]);
    const reading = chat.state(asked.chatId ?? '', { sessionSettings });
    await reading.endState();
    expect(reading.messages().filter(({ kind }) => kind === 'user')).toHaveLength(1);
  });

  it('loses nothing when the line breaks in the middle', async () => {
    const whole = chat.ask({ input: 'orders by region', sessionSettings });
    expect(await whole.finalAnswer()).toContain('125');
    for (const afterBytes of [1, 120, 700, 1500]) {
      let asked = 0;
      const breaking: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        asked += 1;
        return asked > 1 ? response : cut(response, afterBytes);
      };
      const run = clientOf(server, { fetch: breaking }).ask({ input: 'orders by region', sessionSettings });
      expect(await run.finalAnswer()).toBe(await whole.finalAnswer());
      expect(asked).toBe(2);
      expect(run.messages().map(({ kind }) => kind)).toEqual(whole.messages().map(({ kind }) => kind));
    }
  });

  it('throws what is refused', async () => {
    const refused = (question: object) =>
      chat
        .ask({ input: 'orders', ...question })
        .finalAnswer()
        .catch((error: unknown) => error);
    expect(await refused({})).toMatchObject({ status: 400, details: [{ path: 'sessionSettings' }] });
    expect(await refused({ sessionSettings, chatId: crypto.randomUUID() })).toMatchObject({ status: 404 });
    expect(await refused({ sessionSettings, messageId: '1-message' })).toMatchObject({ status: 400 });
    expect(await refused({ sessionSettings, activeBranchName: 'nope' })).toMatchObject({
      code: 'BadRequestError',
      message: 'BadRequestError: Bad branch',
    });
    await expect(chat.abort(crypto.randomUUID(), { sessionSettings })).rejects.toMatchObject({ status: 404 });
  });

  it('lists chats, and reads them, by the Platform API', async () => {
    const internalId = 'chats@example.com';
    const { origin } = server.service.served;
    const platform = createPlatformClient({
      baseUrl: origin,
      getHeaders: () => ({ authorization: `Bearer ${server.service.key}` }),
    });
    await platform.createUser({ body: { email: internalId, role: 'viewer', status: 'active' } });
    const asked = chat.ask({ input: 'orders', sessionSettings: { internalId } });
    await asked.endState();
    const { items } = await platform.getChatThreads({ query: { all: 'true' } });
    expect(items.map(({ chatId }) => chatId)).toContain(asked.chatId);
    const records: unknown[] = [];
    const path = { chatId: asked.chatId ?? '' };
    for await (const record of await platform.readChatThread({ path })) records.push(record);
    expect(records.at(0)).toMatchObject({ id: '__cutoff__' });
    expect(records.at(-1)).toMatchObject({ id: '__state__' });
  });

  it('sends what the contract takes', () => {
    const question: Parameters<ChatClient['ask']>[0] = {
      input: 'orders',
      chatId: 'c',
      messageId: '1781000000123-message',
      sessionSettings: {
        externalId: 'u1',
        email: 'u1@example.com',
        userAttributes: [{ name: 'city', value: 'Oslo' }],
        groups: ['a'],
        securityContext: { tenant: 'x' },
        isEphemeral: false,
        ephemeralTtlSeconds: 60,
        publicDashboardId: 'd',
      },
      images: [{ mimeType: 'image/png', data: btoa('\u0089PNG1234'), name: 'a.png' }],
      activeBranchName: 'next',
      isDefaultBranch: false,
      isDevMode: true,
      context: 'published-dashboard',
      workbookId: 1,
      workbookContext: { charts: [], filters: [] },
      dashboardContext: { publicId: 'd' },
    };
    const read = chatRequestSchema.parse(question);
    expect(read).toEqual(question);
    expect(Object.keys(question).sort()).toEqual(
      Object.keys(chatRequestSchema.shape)
        .filter((key) => key !== 'agentId' && key !== 'cubeCredentials')
        .sort(),
    );
  });
});

describe('the Chat client with a slow question', () => {
  let server: ChatServer;
  let project: string;

  beforeAll(async () => {
    project = await writeSlowProject();
    server = await ChatServer.open('sqlite', { project });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(project, { recursive: true });
  });

  const running = () =>
    server.service.served.composition.runtime.figures().queues.reduce((sum, { running: count }) => sum + count, 0);

  it('stops it, and the run ends with what there is', async () => {
    const asked = clientOf(server).ask({ input: 'slow hash', sessionSettings });
    const final = asked.finalAnswer();
    await eventually(async () => expect(running()).toBe(1));
    await asked.abort();
    expect(await final).toBe(undefined);
    expect(await asked.endState()).toMatchObject({ aborted: true });
    await eventually(async () => expect(running()).toBe(0));
  });

  it('stops it by a signal, and the query with it', async () => {
    const controller = new AbortController();
    const asked = clientOf(server).ask({ input: 'slow hash', sessionSettings, signal: controller.signal });
    const refused = expect(asked.finalAnswer()).rejects.toThrow('enough');
    await eventually(async () => expect(running()).toBe(1));
    controller.abort(new Error('enough'));
    await refused;
    await eventually(async () => expect(running()).toBe(0));
  });

  it('leaves it without stopping it, and joins it again', async () => {
    const chat = clientOf(server);
    const asked = chat.ask({ input: 'slow hash', sessionSettings });
    for await (const record of asked) if ('toolCall' in record && record.toolCall.name === 'orrerySqlApi') break;
    await eventually(async () => expect(running()).toBe(1));
    const { chatId = '' } = asked;
    await expect(chat.ask({ input: 'orders', chatId, sessionSettings }).finalAnswer()).rejects.toMatchObject({
      status: 409,
      message: 'Streaming for thread is in progress',
    });
    const reading = chat.state(chatId, { sessionSettings });
    const state = reading.endState();
    await eventually(async () => expect(reading.messages().map(({ kind }) => kind)).toContain('tool'));
    await chat.abort(chatId, { sessionSettings });
    expect(await asked.finalAnswer()).toBe(undefined);
    expect(await state).toMatchObject({ aborted: true });
  });
});

/** A body that breaks after some bytes. */
function cut(response: Response, afterBytes: number): Response {
  const reader = response.body?.getReader();
  let left = afterBytes;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || !value) return controller.error(new TypeError('terminated'));
      controller.enqueue(value.slice(0, left));
      left -= value.length;
      if (left > 0) return;
      await reader?.cancel();
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
