import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { InsufficientScope, RequestError } from '../../../kernel/src/failure/errors.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { ApiKeyAuthenticator } from '../key/index.ts';
import { AccessTokenAuthenticator } from './access-token-authenticator.ts';
import { BearerAuthenticator } from './bearer-authenticator.ts';
import type { OAuthClient, Registration } from './oauth-client.ts';
import type { CodeExchange, NewCode } from './oauth-codes.ts';
import type { IssuedTokens, TokenOutcome } from './oauth-grant.ts';
import { refreshText } from './token-text.ts';
import type { TokenUse } from './token-use.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const unexpected = (details: object) => {
  throw new Error(`logged: ${JSON.stringify(details)}`);
};

const verifier = 'a-verifier-of-forty-three-letters-or-more-0123';
const program: Registration = {
  name: 'An assistant',
  authMethod: 'none',
  redirectUris: ['http://localhost/callback'],
  grantTypes: ['authorization_code', 'refresh_token'],
  defaultScopes: ['mcp-agent-access'],
};
const address = 'https://analytics.example.com/api/mcp';
const use = { anyOf: ['mcp-agent-access'], audiences: [address] } as const;

describe.each(storeKinds)('a grant on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  /** Another node on the same store. */
  let beside: ServedMetadata;
  let bearers: BearerAuthenticator;
  let client: OAuthClient;
  let userId: number;
  const clock = { time: 0, now: () => clock.time };

  const bearersOf = ({ store: { database }, epochs }: ServedMetadata) => {
    const dependencies = { database, epochs, clock, log: { warn: unexpected } };
    return new BearerAuthenticator({
      apiKeys: new ApiKeyAuthenticator(dependencies),
      accessTokens: new AccessTokenAuthenticator(dependencies),
    });
  };

  beforeEach(async () => {
    clock.time = Date.UTC(2026, 5, 17);
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    beside = await serveMetadata(place.settings, clock);
    bearers = bearersOf(metadata);
    userId = await inAccount(async (change) => {
      await metadata.users.create(change, { username: 'Root', role: 'admin' });
      return (await metadata.users.create(change, { username: 'Ann', role: 'developer' })).id;
    });
    ({ client } = await metadata.oauthClients.register(program, '203.0.113.7'));
  });

  afterEach(async () => {
    await beside.close();
    await metadata.close();
    await place.remove();
  });

  /** Makes a change of the account that may reduce rights. */
  function inAccount<T>(work: Parameters<typeof metadata.changes.changeRights<T>>[1]): Promise<T> {
    return metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, work);
  }

  const codeFor = (input: Partial<NewCode> = {}) =>
    metadata.changes.make({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.oauthCodes.make(change, {
        client,
        userId,
        redirectUri: 'http://localhost:4711/callback',
        redirectWasGiven: true,
        challenge: hash('sha256', verifier, 'base64url'),
        scopes: ['mcp-agent-access', 'offline_access'],
        resource: undefined,
        deployments: 'all',
        ...input,
      }),
    );

  const exchange = (text: string, input: Partial<CodeExchange> = {}) =>
    metadata.oauthCodes.take({
      text,
      client,
      redirectUri: 'http://localhost:4711/callback',
      verifier,
      resource: undefined,
      ...input,
    });

  const begin = async (input: Partial<NewCode> = {}) => issued(await exchange(await codeFor(input)));

  const refresh = (text: string | undefined, input: object = {}, node = metadata) =>
    node.oauthGrants.refresh({ text: text ?? '', client, ...input });

  const ask = (token: string, wanted: TokenUse = use, from = bearers) =>
    from.personOf({ authorization: `Bearer ${token}` }, { use: wanted });

  const refusalOf = async (asking: Promise<unknown>) => {
    const error: unknown = await asking.then(
      () => 'accepted',
      (reason: unknown) => reason,
    );
    return error instanceof RequestError ? [error.status, error.code, String(error.cause ?? '')] : error;
  };

  const grants = () => metadata.store.database.selectFrom('oauth_grant').selectAll().orderBy('id').execute();

  it('acts as its user, with the scopes and the deployments that were granted', async () => {
    const tokens = await begin({ deployments: [1], resource: address });
    expect(tokens).toMatchObject({ expiresInSeconds: 3600, scopes: ['mcp-agent-access', 'offline_access'] });
    const person = await ask(tokens.accessToken);
    expect(person).toMatchObject({ username: 'Ann', role: 'developer', deployments: new Set([1]) });
    expect(person.sessionId).toBeUndefined();
    expect(person.token).toMatchObject({ clientId: client.clientId, audience: address, grantId: tokens.grantId });
    expect(await metadata.oauthGrants.list(metadata.accountId, { userId })).toMatchObject([
      { client: { name: 'An assistant' }, username: 'Ann', deployments: [1], resource: address },
    ]);
  });

  it('is for the deployment that its address names, within those that were granted', async () => {
    const named = `${address}?deploymentId=1`;
    const [one, other] = [await begin({ resource: named }), await begin({ resource: named, deployments: [] })];
    const wanted = { ...use, audiences: [named] };
    expect((await ask(one.accessToken, wanted)).deployments).toEqual(new Set([1]));
    expect((await ask(other.accessToken, wanted)).deployments).toEqual(new Set());
  });

  it('is for no deployment when its address names two', async () => {
    const named = `${address}?deploymentId=1&deploymentId=2`;
    for (const deployments of ['all', [1]] as const) {
      const { accessToken } = await begin({ resource: named, deployments });
      expect((await ask(accessToken, { ...use, audiences: [named] })).deployments).toEqual(new Set());
    }
  });

  it('is refused where a face takes no access tokens, another address, or other scopes', async () => {
    const { accessToken } = await begin({ resource: address });
    const asKey = bearers.personOf({ authorization: `Bearer ${accessToken}` });
    expect(await refusalOf(asKey)).toEqual([401, 'auth.invalid-key', 'malformed']);
    const elsewhere = ask(accessToken, { ...use, audiences: [`${address}?deploymentId=1`] });
    expect(await refusalOf(elsewhere)).toEqual([401, 'auth.invalid-token', 'for another address']);
    const more = ask(accessToken, { ...use, anyOf: ['platform'] });
    await expect(more).rejects.toThrow(InsufficientScope);
    await expect(more).rejects.toMatchObject({
      status: 403,
      granted: ['mcp-agent-access', 'offline_access'],
      needed: ['platform'],
    });
    await expect(ask(accessToken, { ...use, anyOf: [] })).rejects.toThrow(InsufficientScope);
  });

  it('lasts its time, over restarts and on every node', async () => {
    const { accessToken } = await begin();
    clock.time += hourMs - 1;
    expect((await ask(accessToken, use, bearersOf(beside))).username).toBe('Ann');
    expect((await ask(accessToken)).username).toBe('Ann');
    clock.time += 1;
    expect(await refusalOf(ask(accessToken))).toEqual([401, 'auth.invalid-token', 'over']);
    const other = `${accessToken.slice(0, -1)}${accessToken.endsWith('A') ? 'B' : 'A'}`;
    expect(await refusalOf(ask(other))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refusalOf(ask(`${accessToken}x`))).toEqual([401, 'auth.invalid-token', 'malformed']);
  });

  it('stores nothing that could be used', async () => {
    const code = await codeFor();
    const { accessToken, refreshToken = '' } = issued(await exchange(code));
    const { secret = '' } = await metadata.oauthClients.register({ ...program, authMethod: 'client_secret_basic' }, '');
    const { database } = metadata.store;
    const rows = JSON.stringify([
      await database.selectFrom('oauth_client').selectAll().execute(),
      await database.selectFrom('oauth_code').selectAll().execute(),
      await database.selectFrom('oauth_token').selectAll().execute(),
      await database.selectFrom('oauth_secret').selectAll().execute(),
      await database.selectFrom('audit_log').selectAll().execute(),
    ]);
    for (const text of [code, accessToken, secret]) expect(rows).not.toContain(text.slice(4, 30));
    expect(rows + JSON.stringify(await grants())).not.toContain(refreshToken.slice(32));
    expect(await metadata.oauthClients.isSecretOf({ clientId: 'unknown' }, secret)).toBe(false);
    expect(await metadata.oauthClients.isSecretOf(client, secret)).toBe(false);
  });

  it('answers the current refresh token again within the time of grace, any number of times', async () => {
    const first = await begin();
    const second = issued(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    for (let times = 0; times < 5; times += 1) {
      clock.time += 30_000;
      const again = issued(await refresh(first.refreshToken, {}, times % 2 === 0 ? metadata : beside));
      expect(again.refreshToken).toBe(second.refreshToken);
      expect((await ask(again.accessToken)).username).toBe('Ann');
    }
    const third = issued(await refresh(second.refreshToken));
    expect(issued(await refresh(first.refreshToken)).refreshToken).toBe(third.refreshToken);
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 2 }]);
  });

  it('ends when a refresh token is used again after the time of grace', async () => {
    const first = await begin();
    const second = issued(await refresh(first.refreshToken));
    clock.time += 3 * minuteMs;
    expect(await ask(second.accessToken)).toMatchObject({ username: 'Ann' });
    expect(await refresh(first.refreshToken)).toMatchObject({ kind: 'refused', error: 'invalid_grant' });
    expect(await refresh(second.refreshToken)).toMatchObject({ kind: 'refused', reason: 'its grant has ended' });
    expect(await refusalOf(ask(second.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await grants()).toMatchObject([{ end_reason: 'refresh' }]);
    const events = await metadata.store.database
      .selectFrom('audit_log')
      .select('attributes')
      .where('event', '=', 'Ended connected application')
      .execute();
    expect(events.map(({ attributes }) => JSON.parse(attributes))).toEqual([
      { grant: first.grantId, userId, client: 'An assistant', reason: 'a refresh token was used again' },
    ]);
  });

  it('is not ended by a guess, another client, or a generation to come', async () => {
    const { refreshToken = '' } = await begin();
    const { client: other } = await metadata.oauthClients.register(program, '203.0.113.7');
    const [handle, generation] = [refreshToken.slice(4, 26), refreshToken.slice(26, 32)];
    expect(generation).toBe('000000');
    const guesses = [
      '',
      'ort-',
      `${refreshToken}A`,
      `${refreshToken.slice(0, -4)}AAAA`,
      refreshText(Buffer.alloc(32), handle, 0),
      `ort-${handle}000001${refreshToken.slice(32)}`,
      `ort-${'A'.repeat(22)}${refreshToken.slice(26)}`,
    ];
    for (const guess of guesses) {
      expect(await refresh(guess)).toMatchObject({ kind: 'refused', error: 'invalid_grant' });
    }
    expect(await refresh(refreshToken, { client: other })).toMatchObject({ reason: 'of another client' });
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 0 }]);
    issued(await refresh(refreshToken));
  });

  it('goes on after its store was restored to an earlier state', async () => {
    let { refreshToken } = await begin();
    for (let times = 0; times < 3; times += 1) ({ refreshToken } = issued(await refresh(refreshToken)));
    const earlier = { generation: 1, recent: null };
    await metadata.store.database.updateTable('oauth_grant').set(earlier).execute();
    ({ refreshToken } = issued(await refresh(refreshToken)));
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 4 }]);
    issued(await refresh(refreshToken));
  });

  it('keeps its refresh token while a client replaces it all the time', async () => {
    const texts = new Set<string | undefined>();
    let { refreshToken } = await begin();
    for (let times = 0; times < 205; times += 1) {
      ({ refreshToken } = issued(await refresh(refreshToken)));
      texts.add(refreshToken);
    }
    expect(texts.size).toBe(200);
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 200 }]);
    clock.time += 4 * minuteMs;
    ({ refreshToken } = issued(await refresh(refreshToken)));
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 201 }]);
  });

  it('answers all of several refreshes at once, with one current refresh token', async () => {
    let { refreshToken } = await begin();
    for (let times = 0; times < 40; times += 1) {
      const nodes = [metadata, beside, metadata];
      const outcomes = await Promise.all(nodes.map((node) => refresh(refreshToken, {}, node)));
      const texts = new Set(outcomes.map((outcome) => issued(outcome).refreshToken));
      expect(texts.size).toBe(1);
      [refreshToken] = texts;
      clock.time += 10_000;
    }
    expect(await grants()).toMatchObject([{ ended_at: null, generation: 40 }]);
  });

  it('lasts thirty days without a refresh and ninety days at most', async () => {
    const { refreshToken } = await begin();
    clock.time += 30 * dayMs - 1;
    let last = issued(await refresh(refreshToken));
    expect(last.refreshEndsAt).toBe(clock.time + 30 * dayMs);
    const idle = await begin();
    clock.time += 30 * dayMs;
    expect(await refresh(idle.refreshToken)).toMatchObject({ kind: 'refused', reason: 'its grant is over' });
    expect(await refresh(last.refreshToken)).toMatchObject({ kind: 'refused' });
    const begun = clock.time;
    last = await begin();
    for (let months = 0; months < 3; months += 1) {
      clock.time += 29 * dayMs;
      last = issued(await refresh(last.refreshToken));
    }
    clock.time = begun + 90 * dayMs - minuteMs;
    last = issued(await refresh(last.refreshToken));
    expect(last).toMatchObject({ expiresInSeconds: 60, refreshEndsAt: begun + 90 * dayMs });
    clock.time += minuteMs;
    expect(await refresh(last.refreshToken)).toMatchObject({ kind: 'refused', reason: 'its grant is over' });
    expect(await metadata.oauthGrants.list(metadata.accountId)).toEqual([]);
  });

  it('narrows an access token without narrowing the refresh token, and never widens', async () => {
    const issuer = 'https://analytics.example.com';
    const wide = await begin({ scopes: ['mcp-agent-access', 'platform:read'], resource: issuer });
    const narrow = issued(await refresh(wide.refreshToken, { scopes: ['platform:read'], resource: address }));
    expect(narrow.scopes).toEqual(['platform:read']);
    expect(await refusalOf(ask(narrow.accessToken))).toEqual([403, 'auth.insufficient-scope', '']);
    const again = issued(await refresh(narrow.refreshToken));
    expect(again.scopes).toEqual(['mcp-agent-access', 'platform:read']);
    expect(await refresh(again.refreshToken, { scopes: ['platform'] })).toMatchObject({ error: 'invalid_scope' });
    for (const resource of ['https://analytics.example.community', 'https://other.example.com/api/mcp']) {
      expect(await refresh(again.refreshToken, { resource })).toMatchObject({ error: 'invalid_target' });
    }
    expect(await grants()).toMatchObject([{ generation: 2, ended_at: null }]);
  });

  it('ends with the access of its user', async () => {
    const [tokens, code] = [await begin(), await codeFor()];
    expect((await ask(tokens.accessToken)).role).toBe('developer');
    await inAccount((change) => metadata.users.update(change, userId, { role: 'viewer' }));
    expect((await ask(tokens.accessToken)).role).toBe('viewer');
    await inAccount((change) => metadata.users.update(change, userId, { status: 'deactivated' }));
    expect(await refusalOf(ask(tokens.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    await inAccount((change) => metadata.users.update(change, userId, { status: 'active' }));
    expect(await exchange(code)).toMatchObject({ kind: 'refused', reason: 'unknown code' });
    expect(await refusalOf(ask(tokens.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refresh(tokens.refreshToken)).toMatchObject({ reason: 'its grant has ended' });
    const later = await begin();
    await inAccount((change) => metadata.users.delete(change, userId));
    expect(await refusalOf(ask(later.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refresh(later.refreshToken)).toMatchObject({ kind: 'refused', reason: 'unknown' });
  });

  it('is not begun for a viewer of embedded content', async () => {
    const { user: viewer } = await inAccount((change) =>
      metadata.embedTenants.upsertUser(change, null, { externalId: 'u1' }),
    );
    const code = await codeFor({ userId: viewer.id });
    expect(await exchange(code)).toMatchObject({ kind: 'refused', reason: 'its user is not active' });
    expect(await grants()).toEqual([]);
  });

  it('ends when its user sets another password by a link', async () => {
    const tokens = await begin();
    const { text } = await inAccount((change) => metadata.signIn.resetPassword(change, userId));
    expect((await ask(tokens.accessToken)).username).toBe('Ann');
    await metadata.signIn.redeem(text, 'a password that is long enough', { address: '203.0.113.7' });
    expect(await refusalOf(ask(tokens.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refresh(tokens.refreshToken)).toMatchObject({ reason: 'its grant has ended' });
  });

  it('outlasts a change of the password, unless its user ends all with it', async () => {
    const origin = { address: '203.0.113.7' };
    const { text } = await inAccount((change) => metadata.signIn.resetPassword(change, userId));
    const passwords = ['the first long password', 'the second long password', 'the third long password'] as const;
    await metadata.signIn.redeem(text, passwords[0], origin);
    const tokens = await begin();
    const change = (current: string, password: string, endConnected?: boolean) =>
      metadata.signIn.changePassword(metadata.accountId, userId, { current, password, endConnected }, origin);
    await change(passwords[0], passwords[1]);
    await expect(change('a wrong password', passwords[2], true)).rejects.toThrow('wrong');
    expect((await ask(tokens.accessToken)).username).toBe('Ann');
    await change(passwords[1], passwords[2], true);
    expect(await refusalOf(ask(tokens.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refresh(tokens.refreshToken)).toMatchObject({ reason: 'its grant has ended' });
    expect(await grants()).toMatchObject([{ end_reason: 'changed' }]);
  });

  it('does not begin again by a code that was made before its person ended it', async () => {
    const [tokens, code] = [await begin(), await codeFor()];
    await inAccount((change) => metadata.oauthGrants.end(change, tokens.grantId));
    expect(await exchange(code)).toMatchObject({ kind: 'refused', reason: 'unknown code' });
  });

  it('is refused by every node within a second of its end', async () => {
    const tokens = await begin();
    const others = bearersOf(beside);
    expect((await ask(tokens.accessToken, use, others)).username).toBe('Ann');
    await inAccount((change) => metadata.oauthGrants.end(change, tokens.grantId));
    expect(await refusalOf(ask(tokens.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
    const ended = performance.now();
    while ((await refusalOf(ask(tokens.accessToken, use, others))) === 'accepted') {
      expect(performance.now() - ended).toBeLessThan(10_000); // a slow machine; the epoch is known within a second
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect(inAccount((change) => metadata.oauthGrants.end(change, tokens.grantId))).rejects.toThrow('no grant');
  });

  it('is of one account, and so is the client of an admin', async () => {
    const { id: second } = await metadata.accounts.create('second');
    const { database } = metadata.store;
    await database.updateTable('oauth_client').set({ account_id: second }).where('id', '=', client.id).execute();
    const tokens = await begin();
    expect(await metadata.oauthGrants.list(second)).toEqual([]);
    const author = { accountId: second, by: atTheCommandLine };
    const ending = metadata.changes.changeRights(author, (change) => metadata.oauthGrants.end(change, tokens.grantId));
    await expect(ending).rejects.toThrow('There is no grant');
    const count = await metadata.changes.changeRights(author, (change) =>
      metadata.oauthGrants.endOf(change, { userId }),
    );
    expect(count).toBe(0);
    client = { ...client, accountId: second };
    expect(await exchange(await codeFor())).toMatchObject({ reason: 'the client is of another account' });
    expect(await refresh(tokens.refreshToken)).toMatchObject({ reason: 'of another client' });
  });

  it('keeps the fifty latest of a person and a client', async () => {
    const first = await begin();
    for (let times = 0; times < 50; times += 1) {
      clock.time += 1_000;
      await begin();
    }
    const alive = await metadata.oauthGrants.list(metadata.accountId, { userId, clientId: client.id });
    expect(alive).toHaveLength(50);
    expect(alive.map(({ id }) => id)).not.toContain(first.grantId);
    expect(await refusalOf(ask(first.accessToken))).toEqual([401, 'auth.invalid-token', 'unknown']);
  });

  it('is forgotten some time after its end, with its client much later', async () => {
    const tokens = await begin();
    const { client: unused } = await metadata.oauthClients.register(program, '203.0.113.8');
    const forget = async () => {
      for (const service of [metadata.oauthCodes, metadata.oauthGrants, metadata.oauthClients]) await service.forget();
    };
    await forget();
    issued(await refresh(tokens.refreshToken));
    clock.time += 31 * dayMs;
    await forget();
    expect(await metadata.oauthClients.find(unused.clientId)).toBeUndefined();
    const { database } = metadata.store;
    expect(await database.selectFrom('oauth_token').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('oauth_code').selectAll().execute()).toEqual([]);
    expect(await grants()).toHaveLength(1);
    clock.time += 31 * dayMs;
    await forget();
    expect(await grants()).toEqual([]);
    expect(await metadata.oauthClients.find(client.clientId)).toMatchObject({ id: client.id });
    clock.time += 400 * dayMs;
    await forget();
    expect(await metadata.oauthClients.find(client.clientId)).toBeUndefined();
  });

  it('takes a code once; a second use ends the grant of the first', async () => {
    const code = await codeFor();
    const outcomes = await Promise.all([exchange(code), exchange(code)]);
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['issued', 'refused']);
    const tokens = outcomes.flatMap((outcome) => (outcome.kind === 'issued' ? [outcome.tokens] : []));
    expect(await refusalOf(ask(tokens[0]?.accessToken ?? ''))).toEqual([401, 'auth.invalid-token', 'unknown']);
    expect(await refresh(tokens[0]?.refreshToken)).toMatchObject({ reason: 'its grant has ended' });
    expect(await grants()).toMatchObject([{ end_reason: 'code' }]);
  });

  it('uses a code up with the first request, whatever is wrong with it', async () => {
    const { client: other } = await metadata.oauthClients.register(program, '203.0.113.7');
    const faults: readonly (readonly [Partial<CodeExchange>, string, Partial<NewCode>?])[] = [
      [{ client: other }, 'invalid_grant'],
      [{ redirectUri: 'http://localhost:4712/callback' }, 'invalid_grant'],
      [{ redirectUri: undefined }, 'invalid_grant'],
      [{ verifier: undefined }, 'invalid_grant'],
      [{ verifier: `${verifier}x` }, 'invalid_grant'],
      [{ verifier: hash('sha256', verifier, 'base64url') }, 'invalid_grant'],
      [{ resource: 'https://other.example.com/api/mcp' }, 'invalid_target', { resource: address }],
    ];
    for (const [wrong, error, input] of faults) {
      const code = await codeFor(input);
      expect(await exchange(code, wrong)).toMatchObject({ kind: 'refused', error });
      expect(await exchange(code)).toMatchObject({ kind: 'refused', error: 'invalid_grant' });
    }
    const late = await codeFor();
    clock.time += minuteMs;
    expect(await exchange(late)).toMatchObject({ reason: 'the code is over' });
    for (const unknown of ['', 'oac-', `oac-${'x'.repeat(43)}`]) {
      expect(await exchange(unknown)).toMatchObject({ reason: 'unknown code' });
    }
    expect(await grants()).toEqual([]);
    issued(await exchange(await codeFor({ redirectWasGiven: false }), { redirectUri: undefined }));
  });

  it('bounds registrations of a network', async () => {
    for (let times = 0; times < 59; times += 1) await metadata.oauthClients.register(program, '203.0.113.7');
    await expect(metadata.oauthClients.register(program, '203.0.113.7')).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 3600,
    });
    await metadata.oauthClients.register(program, '203.0.113.9');
    clock.time += hourMs;
    await metadata.oauthClients.register(program, '203.0.113.7');
  });

  it('bounds registered clients that were never used, and makes room by those of another hour', async () => {
    const { database } = metadata.store;
    const used = await database.selectFrom('oauth_client').selectAll().executeTakeFirstOrThrow();
    const fill = async (count: number, at: number) => {
      const { id: _, ...row } = { ...used, created_at: at, registered_from: '198.51.100.1' };
      const rows = Array.from({ length: count }, () => ({ ...row, client_id: `oc-${crypto.randomUUID()}` }));
      for (let from = 0; from < count; from += 1_000) {
        await database
          .insertInto('oauth_client')
          .values(rows.slice(from, from + 1_000))
          .execute();
      }
    };
    const register = () => metadata.oauthClients.register(program, '203.0.113.9');
    await fill(9_998, clock.time);
    await register();
    await expect(register()).rejects.toMatchObject({ status: 429, code: 'oauth.too-many-registrations' });
    await begin(); // one that is used does not count
    await register();
    await expect(register()).rejects.toMatchObject({ status: 429 });
    clock.time += hourMs;
    await expect(register()).rejects.toMatchObject({ status: 429 });
    clock.time += 1;
    await register();
    await expect(register()).resolves.toMatchObject({ client: { kind: 'registered' } });
    expect(await metadata.oauthClients.find(client.clientId)).toMatchObject({ id: client.id });
  });

  it('knows the clients that are part of the product without a registration', async () => {
    const [one, other] = await Promise.all([metadata, beside].map((node) => node.oauthClients.find('cube-mcp-client')));
    expect(one).toMatchObject({ kind: 'own', authMethod: 'none', accountId: undefined });
    expect(other?.id).toBe(one?.id);
    for (const text of ['', 'unknown', 'cube-mcp-client\0', 'ü', 'constructor']) {
      expect(await metadata.oauthClients.find(text)).toBeUndefined();
    }
  });
});

function issued(outcome: TokenOutcome): IssuedTokens {
  if (outcome.kind === 'issued') return outcome.tokens;
  throw new Error(`refused: ${outcome.reason}`);
}
