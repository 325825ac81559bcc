import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { storeKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, finalOf, type Line, linesIn, linesOf, toolsOf } from './chat-service.ts';
import { writeSlowProject } from './slow-project.ts';

const user = { externalId: 'u1' };
const slow = 'slow hash';

/** The numbers are those of the acceptance cases of chats. */
describe.each(storeKinds)('a run of a chat, on %s', (kind) => {
  let chat: ChatServer;
  let project: string;
  let messages = 1_781_000_000_000;

  beforeAll(async () => {
    project = await writeSlowProject();
    chat = await ChatServer.open(kind, { project });
  });

  afterAll(async () => {
    await chat[Symbol.asyncDispose]();
    await rm(project, { recursive: true });
  });

  const nextId = () => `${(messages += 1)}-message`;

  /** Begins a run whose query takes long, and waits until the query runs. */
  async function begin(settings: object = user) {
    const messageId = nextId();
    const answer = await chat.send({ input: slow, messageId, sessionSettings: settings });
    expect(answer.status).toBe(200);
    const lines = linesOf(answer);
    const seen: Line[] = [];
    for (;;) {
      const { value } = await lines.next();
      if (!value) throw new Error('the stream ended');
      seen.push(value);
      if (value.toolCall?.name === 'orrerySqlApi') break;
    }
    const rest = async () => {
      const more: Line[] = [];
      for await (const line of lines) more.push(line);
      return more;
    };
    return { messageId, chatId: seen[0]?.state?.chatId ?? '', seen, rest };
  }

  const running = () =>
    chat.service.served.composition.runtime.figures().queues.reduce((sum, { running: n }) => sum + n, 0);

  it('25: is stopped by its user soon, with what its query did', async () => {
    const { chatId, rest } = await begin();
    await eventually(async () => expect(running()).toBe(1));
    const begun = performance.now();
    expect((await chat.abort({ chatId, sessionSettings: user })).status).toBe(204);
    const lines = await rest();
    expect(performance.now() - begun).toBeLessThan(20_000); // its query would take minutes
    expect(lines.at(-1)).toMatchObject({ id: '__state__', state: { aborted: true } });
    expect(lines.some(({ graphPath }) => graphPath?.[0] === 'final')).toBe(false);
    const ended = lines.find(({ toolCall }) => toolCall?.result !== undefined);
    expect(JSON.parse(ended?.toolCall?.result ?? '')).toEqual({ error: expect.stringContaining('aborted') });
    await eventually(async () => expect(running()).toBe(0));
    expect(finalOf(await chat.ask({ chatId, input: 'orders' }))).toContain('2');
  });

  it('26: is stopped by nobody else', async () => {
    const { chatId, rest } = await begin();
    const status = async (body: object, authorization?: string) => (await chat.abort(body, authorization)).status;
    expect(await status({ chatId, sessionSettings: { externalId: 'u2' } })).toBe(403);
    expect(await status({ chatId, sessionSettings: { externalId: 'never-seen' } })).toBe(403);
    const { database } = chat.metadata.store;
    const made = await database
      .selectFrom('account_user')
      .select('id')
      .where('external_id', '=', 'never-seen')
      .execute();
    expect(made).toEqual([]);
    expect(await status({ chatId: crypto.randomUUID(), sessionSettings: user })).toBe(404);
    expect(await status({ sessionSettings: user })).toBe(400);
    expect(await status({ chatId, sessionSettings: user }, 'Api-Key sk-nonsense')).toBe(401);
    expect(await status({ chatId, sessionSettings: user })).toBe(204);
    await rest();
    expect(await status({ chatId, sessionSettings: user })).toBe(204);
  });

  it('20: goes on while something else is asked', async () => {
    const { chatId, rest } = await begin();
    const other = await chat.ask({ chatId, input: 'orders' });
    expect([other.status, JSON.parse(other.text).error]).toEqual([409, 'Streaming for thread is in progress']);
    const read = await chat.send({ chatId, sessionSettings: user });
    await chat.abort({ chatId, sessionSettings: user });
    const lines = await rest();
    expect(lines.at(-1)?.id).toBe('__state__');
    const readLines = linesIn(await read.text());
    expect(readLines[0]?.state).toEqual({ chatId, isStreaming: true });
    expect(readLines.at(-1)).toEqual(lines.at(-1));
  });

  it('21, 22: is joined by the same message, and replayed once it is over', async () => {
    const { chatId, messageId, rest } = await begin();
    const joined = await chat.send({ chatId, input: 'something else', messageId, sessionSettings: user });
    await chat.abort({ chatId, sessionSettings: user });
    const [own, others] = [await rest(), linesIn(await joined.text())];
    expect(others[0]?.state?.isStreaming).toBe(true);
    expect(others.slice(-own.length)).toEqual(own);
    const again = await chat.ask({ input: slow, messageId });
    expect(chatIdOf(again)).toBe(chatId);
    expect(again.lines[0]?.state?.isStreaming).toBe(false);
    const calls = toolsOf(again, 'orrerySqlApi');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  });

  it('22, 23: is one run for one message, however often it is sent', async () => {
    const messageId = nextId();
    const answers = await Promise.all(Array.from({ length: 24 }, () => chat.ask({ input: 'orders', messageId })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(chatIdOf)).size).toBe(1);
    expect(new Set(answers.map(finalOf)).size).toBe(1);
    const [first] = answers;
    const read = await chat.ask({ chatId: first ? chatIdOf(first) : '' });
    expect(read.lines.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(toolsOf(read, 'orrerySqlApi')).toHaveLength(1);
  });

  it('24: goes on without its client', async () => {
    const left = new AbortController();
    const messageId = nextId();
    const answer = await chat.send({ input: 'orders', messageId, sessionSettings: user }, { signal: left.signal });
    expect(answer.status).toBe(200);
    left.abort();
    await eventually(async () => {
      const read = await chat.ask({ input: 'orders', messageId });
      expect(finalOf(read)).toContain('2');
      expect(new Set(toolsOf(read, 'orrerySqlApi').map(({ id }) => id)).size).toBe(1);
    });
  });

  it('37: keeps silent connections by blank lines', async () => {
    const { setTimeout: real } = globalThis;
    const quick = (work: () => void, ms?: number, ...given: []) => real(work, ms === 15_000 ? 5 : ms, ...given);
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(quick as typeof setTimeout);
    onTestFinished(() => timers.mockRestore());
    const answer = await chat.send({ input: slow, sessionSettings: user });
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.endsWith('\n\n\n')) await chat.abort({ chatId: linesIn(text)[0]?.state?.chatId, sessionSettings: user });
    }
    expect(linesIn(text).at(-1)).toMatchObject({ id: '__state__', state: { aborted: true } });
  });

  it('47: asks back when a name means several things, and queries nothing', async () => {
    const answer = await chat.ask({ input: 'orders by city' });
    expect(toolsOf(answer, 'orrerySqlApi')).toEqual([]);
    expect(finalOf(answer).match(/\?/g)).toHaveLength(1);
    expect(finalOf(answer)).toMatch(/stores city[\s\S]*customers city/i);
  });

  it('runs beside four others of its user at the most', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin({ externalId: 'busy' })));
    const more = await chat.ask({ input: 'orders', sessionSettings: { externalId: 'busy' } });
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    for (const { chatId } of begun) await chat.abort({ chatId, sessionSettings: { externalId: 'busy' } });
    for (const { rest } of begun) await rest();
    expect((await chat.ask({ input: 'orders', sessionSettings: { externalId: 'busy' } })).status).toBe(200);
  });

  it('ends with its user, of whom nothing is left', async () => {
    const { rest, chatId } = await begin({ externalId: 'gone' });
    const { embedUsers, changes, accountId, store } = chat.metadata;
    const users = store.database.selectFrom('account_user').select('id').where('external_id', '=', 'gone');
    const { id } = await users.executeTakeFirstOrThrow();
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) => embedUsers.delete(change, null, id));
    expect((await chat.abort({ chatId, sessionSettings: { externalId: 'gone' } })).status).toBe(404);
    const left = () => store.database.selectFrom('chat_run').select('id').where('user_id', '=', id).execute();
    expect(await left()).toEqual([]);
    const lines = await rest();
    expect(lines.map(({ error }) => error ?? '').join('')).toMatch(/interrupted|not there/);
    expect(lines.at(-1)?.id).toBe('__state__');
    expect(await left()).toEqual([]);
  });
});
