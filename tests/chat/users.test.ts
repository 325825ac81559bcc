import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ChatServer, chatIdOf, finalOf, resultsOf } from './chat-service.ts';

const by = { via: 'command' } as const;

/** The numbers are those of the acceptance cases of chats. */
describe.each(storyKinds)('users of chats, on %s', (kind) => {
  let chat: ChatServer;
  const clock = { at: Date.UTC(2026, 4, 20), now: () => clock.at };

  beforeAll(async () => {
    chat = await ChatServer.open(kind, { now: clock.now });
    const { changes, users, groups, attributes, accountId } = chat.metadata;
    await changes.changeRights({ accountId, by }, async (change) => {
      await attributes.create(change, { name: 'city', type: 'string' });
      await groups.create(change, { name: 'Some' });
      await groups.create(change, { name: 'Payroll' });
      await users.create(change, { username: 'ann', email: 'ann@example.com', role: 'viewer' });
      await users.create(change, { username: 'dev', role: 'developer' });
    });
  });

  afterAll(() => chat[Symbol.asyncDispose]());

  const ask = (sessionSettings: unknown, more: object = {}) => chat.ask({ input: 'orders', sessionSettings, ...more });
  const refusal = async (sessionSettings: unknown) => {
    const { status, text } = await ask(sessionSettings);
    return [status, JSON.parse(text).error];
  };

  it('27: are users of the account, by username or address, with their own rights alone', async () => {
    for (const internalId of ['ann', ' Ann@Example.com ']) expect((await ask({ internalId })).status).toBe(200);
    for (const more of [{ groups: [] }, { userAttributes: [] }, { securityContext: {} }, { roles: [] }]) {
      expect((await ask({ internalId: 'ann', ...more })).status).toBe(400);
    }
    expect((await ask({ internalId: 'nobody' })).status).toBe(400);
    await ask({ externalId: 'external' });
    expect((await ask({ internalId: 'external' })).status).toBe(400);
  });

  it('28: are named by exactly one well-formed id', async () => {
    for (const settings of [
      { externalId: 'U1' },
      { externalId: 'a b' },
      { externalId: 'u1', internalId: 'ann' },
      {},
      undefined,
    ]) {
      expect([settings, (await ask(settings)).status]).toEqual([settings, 400]);
    }
  });

  it('29: have attributes and groups that there are', async () => {
    const attribute = (name: string) => ({ externalId: 'u1', userAttributes: [{ name, value: 'Oslo' }] });
    expect(await refusal(attribute('nope'))).toEqual([400, 'User attributes not found']);
    expect(await refusal({ externalId: 'u1', groups: ['x'] })).toEqual([400, 'Groups with names x not found']);
    const twice = { externalId: 'u1', userAttributes: [1, 2].map(() => ({ name: 'city', value: 'Oslo' })) };
    expect((await ask(twice)).status).toBe(400);
  });

  it('30: see their own rows alone, in answers and tools', async () => {
    const settings = { externalId: 'oslo', groups: ['Some'], userAttributes: [{ name: 'city', value: 'Oslo' }] };
    const answer = await ask(settings, { input: 'orders by city' });
    expect(resultsOf(answer)[0].data).toEqual([['Oslo', '84']]);
    expect(answer.text).not.toMatch(/Rome|Bern/);
    // Values stay while they are not named, and NULL clears them.
    const again = await ask({ externalId: 'oslo' }, { input: 'orders by city' });
    expect(resultsOf(again)[0].data).toEqual([['Oslo', '84']]);
    const cleared = { externalId: 'oslo', userAttributes: [{ name: 'city', value: null }] };
    expect(resultsOf(await ask(cleared, { input: 'orders by city' }))).toEqual([]);
  });

  it('12: find no hidden member, but those who may see it do', async () => {
    const hidden = await ask({ externalId: 'u1' }, { input: 'salary by city' });
    expect(hidden.text).not.toContain('sales.salary');
    const seen = await ask({ externalId: 'payer', groups: ['Payroll'] }, { input: 'which fields does sales have?' });
    expect(finalOf(seen)).toContain('Salary');
  });

  it('31: are ephemeral, from their creation on', async () => {
    const brief = { externalId: 'brief', ephemeralTtlSeconds: 2 };
    const first = await ask(brief);
    const chatId = chatIdOf(first);
    clock.at += 1_000;
    expect((await ask({ ...brief, ephemeralTtlSeconds: 60 }, { chatId })).status).toBe(200);
    clock.at += 1_500;
    expect((await ask(brief, { chatId })).status).toBe(404);
    expect((await chat.ask({ chatId, sessionSettings: brief })).status).toBe(404);
    const row = async (username: string) =>
      chat.metadata.store.database
        .selectFrom('account_user')
        .select(['expires_at', 'created_at'])
        .where('external_id', '=', username)
        .executeTakeFirst();
    await ask({ externalId: 'week' });
    const { expires_at: expires, created_at: created } = (await row('week')) ?? {};
    expect((expires ?? 0) - (created ?? 0)).toBe(604_800_000);
  });

  it('31: leave chats that are there for nobody, whoever reads or stops them first', async () => {
    const gone = { externalId: 'gone', ephemeralTtlSeconds: 2 };
    const chatId = chatIdOf(await ask(gone));
    clock.at += 2_500;
    expect((await chat.ask({ chatId, sessionSettings: gone })).status).toBe(404);
    expect((await chat.ask({ chatId, sessionSettings: { externalId: 'other' } })).status).toBe(404);
    expect((await ask({ externalId: 'other' }, { chatId })).status).toBe(404);
  });

  it('32: may stay with a time that has no effect', async () => {
    const stays = { externalId: 'stays-on', isEphemeral: false, ephemeralTtlSeconds: 2 };
    const chatId = chatIdOf(await ask(stays));
    clock.at += 2_500;
    expect((await ask(stays, { chatId })).status).toBe(200);
  });

  it('32: stay when it is said so, within the limit of the account', async () => {
    const { changes, settings, accountId } = chat.metadata;
    const stays = { externalId: 'stays', isEphemeral: false };
    expect((await ask(stays)).status).toBe(200);
    const set = (externalUsers: number) =>
      changes.changeRights({ accountId, by }, (change) => settings.update(change, { limits: { externalUsers } }));
    await set(1);
    expect(await refusal({ externalId: 'more', isEphemeral: false })).toEqual([400, 'External users limit reached']);
    expect((await ask({ externalId: 'more' })).status).toBe(200);
    await ask({ externalId: 'stays', isEphemeral: true });
    clock.at += 700_000_000;
    expect((await ask({ externalId: 'stays' })).status).toBe(200);
    await set(10_000);
    await fillUp('stays', 10_000);
    expect(await refusal({ externalId: 'more', isEphemeral: false })).toEqual([400, 'External users limit reached']);
    expect((await ask({ externalId: 'more' })).status).toBe(200);
    expect((await ask({ externalId: 'stays', isEphemeral: false })).status).toBe(200);
  });

  /** Copies a user until the account has so many who stay. */
  async function fillUp(externalId: string, count: number): Promise<void> {
    const { database } = chat.metadata.store;
    const { id: _, ...row } = await database
      .selectFrom('account_user')
      .selectAll()
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow();
    for (let from = 1; from < count; from += 1_000) {
      const copies = Array.from({ length: Math.min(1_000, count - from) }, (_each, n) => {
        const name = `copy-${from + n}`;
        return { ...row, uid: name, username: name, username_key: `${row.username_key}${name}`, external_id: name };
      });
      await database.insertInto('account_user').values(copies).execute();
    }
  }

  it('are asked as by their own keys, and by those of admins', async () => {
    const { users, accountId } = chat.metadata;
    const ann = await users.find(accountId, 'ann');
    const authorization = `Api-Key ${await chat.service.keyOf(ann)}`;
    const as = async (sessionSettings: object) =>
      (await chat.ask({ input: 'orders', sessionSettings }, { authorization })).status;
    expect(await as({ internalId: 'ann' })).toBe(200);
    expect(await as({ internalId: 'dev' })).toBe(403);
    expect(await as({ externalId: 'u1' })).toBe(403);
  });

  it('are stopped with their rights', async () => {
    const { changes, users, accountId } = chat.metadata;
    const first = await ask({ internalId: 'dev' });
    const dev = await users.find(accountId, 'dev');
    await changes.changeRights({ accountId, by }, (change) => users.update(change, dev.id, { status: 'deactivated' }));
    expect((await ask({ internalId: 'dev' }, { chatId: chatIdOf(first) })).status).toBe(400);
  });

  it('are refused while the account has no chats', async () => {
    const { changes, settings, accountId } = chat.metadata;
    const set = (chatApi: boolean) =>
      changes.changeRights({ accountId, by }, (change) => settings.update(change, { flags: { chatApi } }));
    await set(false);
    expect((await ask({ externalId: 'u1' })).status).toBe(403);
    await set(true);
  });
});
