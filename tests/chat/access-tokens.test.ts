import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import type { OAuthScope } from '../../packages/kernel/src/caller/oauth-scopes.ts';
import { allow } from '../oauth/allow.ts';
import { ChatServer, chatIdOf, resultsOf } from './chat-service.ts';

const by = { via: 'command' } as const;

/** Applications that act for people talk to agents as these people; only one that may use the platform names others. */
describe('an access token in chats', () => {
  let chat: ChatServer;
  let ann: number;
  const clock = { at: Date.UTC(2026, 4, 20), now: () => clock.at };

  beforeAll(async () => {
    chat = await ChatServer.open('sqlite', { now: clock.now });
    const { changes, users, attributes, accountId } = chat.metadata;
    ann = await changes.changeRights({ accountId, by }, async (change) => {
      await attributes.create(change, { name: 'city', type: 'string', defaultValue: 'Rome' });
      const { id } = await users.create(change, {
        username: 'ann',
        role: 'developer',
        attributes: new Map([['city', 'Oslo']]),
      });
      return id;
    });
  });

  afterAll(() => chat[Symbol.asyncDispose]());

  const tokenOf = async (userId: number, ...scopes: readonly OAuthScope[]) =>
    `Bearer ${(await allow(chat.metadata, userId, { scopes })).accessToken}`;

  const cityOf = async (authorization: string, sessionSettings?: object) => {
    const answer = await chat.ask({ input: 'orders by city', sessionSettings }, { authorization });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return [resultsOf(answer)[0].data, await ownerOf(chatIdOf(answer))];
  };

  const ownerOf = async (uid: string | undefined) =>
    (
      await chat.metadata.store.database
        .selectFrom('chat_thread')
        .innerJoin('account_user', 'account_user.id', 'chat_thread.user_id')
        .select(['external_id', 'username'])
        .where('chat_thread.uid', '=', uid ?? '')
        .executeTakeFirstOrThrow()
    ).username;

  it('asks for its person, whomever the body names', async () => {
    const rows = [['Oslo', '84']];
    for (const settings of [undefined, { externalId: 'u1', securityContext: { all: true } }, { internalId: 'admin' }]) {
      expect(await cityOf(await tokenOf(ann, 'mcp-agent-access'), settings)).toEqual([rows, 'ann']);
    }
    expect(await cityOf(await tokenOf(ann, 'platform'))).toEqual([rows, 'ann']);
    // The assistant of an admin is no program that names users, either.
    const named = await cityOf(await tokenOf(chat.service.adminId, 'mcp-agent-access'), { internalId: 'ann' });
    expect(named).toEqual([[['Rome', '83']], 'admin']);
  });

  it('names users where it may use the platform, as far as its person may', async () => {
    const settings = { internalId: 'ann' };
    expect(await cityOf(await tokenOf(chat.service.adminId, 'platform'), settings)).toEqual([[['Oslo', '84']], 'ann']);
    const body = { input: 'orders by city', sessionSettings: { internalId: 'admin' } };
    const { status, text } = await chat.ask(body, { authorization: await tokenOf(ann, 'platform') });
    expect([status, text]).toEqual([403, expect.stringContaining('asks for this user only')]);
  });

  it('reads the chats of its person; those of all are for admins who may use the platform', async () => {
    const authorization = await tokenOf(chat.service.adminId, 'mcp-agent-access');
    const listed = async (token: string) =>
      (await chat.platform('GET', '/chat/threads?all=true', undefined, token)).status;
    expect(await listed(authorization)).toBe(403);
    expect(await listed(await tokenOf(chat.service.adminId, 'platform:read'))).toBe(200);
    expect(await listed(await tokenOf(ann, 'platform'))).toBe(403);
    const foreign = chatIdOf(
      await chat.ask(
        { input: 'orders', sessionSettings: undefined },
        { authorization: await tokenOf(ann, 'platform') },
      ),
    );
    const read = await chat.platform('GET', `/chat/threads/${foreign}/records`, undefined, authorization);
    expect([read.status, read.text]).toEqual([404, read.text]);
  });

  it('makes no token of the Data API that lasts longer than itself', async () => {
    const { accessToken } = await allow(chat.metadata, ann, { scopes: ['platform:read'] });
    clock.at += 50 * 60_000;
    const made = await chat.platform('POST', '/deployments/1/token', undefined, `Bearer ${accessToken}`);
    const { iat = 0, exp = 0 } = decodeJwt(made.body.cubeApiToken);
    expect(exp - iat).toBe(600);
    const byKey = await chat.platform('POST', '/deployments/1/token');
    const ofKey = decodeJwt(byKey.body.cubeApiToken);
    expect((ofKey.exp ?? 0) - (ofKey.iat ?? 0)).toBe(3_600);
  });

  it('makes no credential, and is told so', async () => {
    const token = await tokenOf(chat.service.adminId, 'platform', 'platform:read', 'mcp-agent-access');
    const answer = await fetch(`${chat.service.served.origin}/api/v1/api-keys`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'kept' }),
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, 'Bearer error="insufficient_scope"']);
    expect(await answer.json()).toMatchObject({ error: 'No access token may do this' });
    const reader = await fetch(`${chat.service.served.origin}/api/v1/groups`, {
      method: 'POST',
      headers: {
        authorization: await tokenOf(chat.service.adminId, 'platform:read'),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'New' }),
    });
    expect([reader.status, reader.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="platform"',
    ]);
    const over = await fetch(`${chat.service.served.origin}/api/v1/users/me`, {
      headers: { authorization: `Bearer oat-${'x'.repeat(43)}` },
    });
    expect([over.status, over.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  });
});
