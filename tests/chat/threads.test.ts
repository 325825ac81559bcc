import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, linesIn } from './chat-service.ts';

const by = { via: 'command' } as const;
const dayMs = 24 * 3_600_000;

describe.each(storeKinds)('threads of chats, on %s', (kind) => {
  let chat: ChatServer;
  const clock = { at: Date.UTC(2026, 4, 20), now: () => clock.at };
  const keys: Record<'ann' | 'bob' | 'admin', string> = { ann: '', bob: '', admin: '' };
  const ids: Record<'ann' | 'bob', number> = { ann: 0, bob: 0 };

  beforeAll(async () => {
    chat = await ChatServer.open(kind, { now: clock.now });
    const { changes, users, accountId } = chat.metadata;
    for (const username of ['ann', 'bob'] as const) {
      const user = await changes.changeRights({ accountId, by }, (change) =>
        users.create(change, { username, role: 'viewer' }),
      );
      ids[username] = user.id;
      keys[username] = `Api-Key ${await chat.service.keyOf(user)}`;
    }
    keys.admin = `Bearer ${chat.service.key}`;
  });

  afterAll(() => chat[Symbol.asyncDispose]());

  const askAs = async (internalId: 'ann' | 'bob', input: string) => {
    clock.at += 1_000;
    return chatIdOf(await chat.ask({ input, sessionSettings: { internalId } }, { authorization: keys[internalId] }));
  };
  const titles = async (who: keyof typeof keys, query = '') => {
    const { status, body } = await chat.platform('GET', `/chat/threads${query}`, undefined, keys[who]);
    return status === 200 ? body.items.map(({ title }: { title: string }) => title) : status;
  };
  const call = (who: keyof typeof keys, method: string, path: string, body?: unknown) =>
    chat.platform(method, `/chat/threads/${path}`, body, keys[who]);

  it('are listed to their user, the last changed first, in pages, and found by their words', async () => {
    await askAs('ann', 'orders in May');
    const second = await askAs('ann', 'Net sales by région 100%');
    await askAs('bob', 'orders by city');
    expect(await titles('ann')).toEqual(['Net sales by région 100%', 'orders in May']);
    const { body } = await chat.platform('GET', '/chat/threads?first=1', undefined, keys.ann);
    expect(body.pageInfo.hasNextPage).toBe(true);
    expect(await titles('ann', `?first=1&after=${body.pageInfo.endCursor}`)).toEqual(['orders in May']);
    expect(await titles('ann', '?search=R%C3%89GION')).toEqual(['Net sales by région 100%']);
    expect(await titles('ann', '?search=100%25')).toEqual(['Net sales by région 100%']);
    expect(await titles('ann', '?search=%25')).toEqual(['Net sales by région 100%']);
    expect(await titles('ann', `?search=${second}`)).toEqual(['Net sales by région 100%']);
    expect(await titles('ann', '?agentId=999')).toEqual([]);
    expect(await titles('ann', '?all=true')).toBe(403);
    expect(await titles('admin', '?all=true&search=orders')).toEqual(['orders by city', 'orders in May']);
  });

  it('are renamed and deleted by their user alone', async () => {
    const chatId = await askAs('ann', 'first words');
    expect((await call('bob', 'PATCH', chatId, { title: 'x' })).status).toBe(404);
    expect((await call('admin', 'PATCH', chatId, { title: 'x' })).status).toBe(403);
    expect((await call('ann', 'PATCH', chatId, { title: 'Better words' })).body.title).toBe('Better words');
    expect(await titles('ann', '?search=first')).toEqual(['Better words']);
    expect((await call('ann', 'PATCH', chatId, { title: '' })).status).toBe(400);
    expect((await call('bob', 'DELETE', chatId)).status).toBe(404);
    expect((await call('ann', 'DELETE', chatId)).status).toBe(204);
    expect((await call('ann', 'GET', chatId)).status).toBe(404);
    const gone = await chat.ask({ chatId, sessionSettings: { internalId: 'ann' } }, { authorization: keys.ann });
    expect(gone.status).toBe(404);
  });

  it('are read by those whom they are shared with, who ask nothing in them', async () => {
    const chatId = await askAs('ann', 'orders by region');
    expect((await call('bob', 'GET', `${chatId}/records`)).status).toBe(404);
    const share = (who: keyof typeof keys, body: object) => call(who, 'PUT', `${chatId}/shares`, body);
    expect((await share('bob', { userId: ids.bob, mayRead: true })).status).toBe(404);
    expect((await share('admin', { userId: ids.bob, mayRead: true })).status).toBe(403);
    expect((await share('ann', { mayRead: true })).status).toBe(400);
    expect((await share('ann', { userId: 999_999, mayRead: true })).status).toBe(404);
    const shared = await share('ann', { userId: ids.bob, mayRead: true });
    expect(shared.body.items).toEqual([{ userId: ids.bob, groupId: null, name: 'bob' }]);
    expect(await titles('bob', '?shared=true')).toEqual(['orders by region']);
    const { text } = await call('bob', 'GET', `${chatId}/records`);
    expect(linesIn(text).map(({ id: record }) => record)).toContain('__state__');
    const asked = await chat.ask(
      { chatId, input: 'orders', sessionSettings: { internalId: 'bob' } },
      { authorization: keys.bob },
    );
    expect(asked.status).toBe(403);
    expect((await call('ann', 'PATCH', chatId, { isShared: true })).body.isShared).toBe(true);
    expect((await share('ann', { userId: ids.bob, mayRead: false })).body.items).toEqual([]);
    expect((await call('bob', 'GET', chatId)).body).toMatchObject({ isOwn: false, ownerName: 'ann' });
    await call('ann', 'PATCH', chatId, { isShared: false });
    expect((await call('bob', 'GET', chatId)).status).toBe(404);
  });

  it('of viewers are their own', async () => {
    const { body } = await chat.platform('POST', '/embed/generate-session', { deploymentId: 1, externalId: 'v1' });
    const { token } = (await chat.platform('POST', '/embed/session/token', body)).body;
    const authorization = `Bearer ${token}`;
    const path = '/api/v1/public/default/agents/auto/chat/stream-chat-state';
    // Without settings, as the viewer of the token; with those of others, too.
    const answer = await chat.send({ input: 'orders', sessionSettings: { externalId: 'v2' } }, { authorization, path });
    const [cutoff] = linesIn(await answer.text());
    const { items } = (await chat.platform('GET', '/chat/threads', undefined, authorization)).body;
    expect(items).toMatchObject([{ chatId: cutoff?.state?.chatId, isOwn: true }]);
    const shared = await chat.platform('PATCH', `/chat/threads/${items[0].chatId}`, { isShared: true }, authorization);
    expect(shared.status).toBe(403);
    const own = await chat.ask({ chatId: items[0].chatId, sessionSettings: { externalId: 'v1' } });
    expect(own.status).toBe(200);
  });

  it('are forgotten after the days that the account keeps them', async () => {
    const { changes, settings, accountId } = chat.metadata;
    await askAs('ann', 'an old question');
    await changes.changeRights({ accountId, by }, (change) => settings.update(change, { chatDays: 2 }));
    const { Threads } = await import('../../packages/agents/src/chat/threads.ts');
    const threads = new Threads({
      database: chat.metadata.store.database,
      clock,
      resourcePolicies: chat.metadata.resourcePolicies,
    });
    clock.at += 3 * dayMs;
    await askAs('ann', 'a new question');
    await threads.forget(accountId, clock.at - 2 * dayMs);
    expect(await titles('admin', '?all=true')).toEqual(['a new question']);
  });
});
