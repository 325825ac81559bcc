import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import {
  openMetadata,
  type Metadata,
  type ServedMetadata,
  serveMetadata,
} from '../../../deployments/src/open-metadata.ts';
import { RequestError } from '../../../kernel/src/failure/errors.ts';
import { requireAdmin, requireDeployments } from '../../../kernel/src/caller/rights.ts';
import { ApiKeyAuthenticator } from './api-key-authenticator.ts';
import type { MadeApiKey } from './api-key-service.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';

const unexpected = (details: object) => {
  throw new Error(`logged: ${JSON.stringify(details)}`);
};

describe.each(storeKinds)('an API key on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  /** Opens the store like the command line, while the server runs. */
  let beside: Metadata;
  let keys: ApiKeyAuthenticator;
  const clock = { time: Date.UTC(2026, 5, 17), now: () => clock.time };

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    beside = await openMetadata(place.settings, clock);
    const { database } = metadata.store;
    keys = new ApiKeyAuthenticator({ database, epochs: metadata.epochs, clock, log: { warn: unexpected } });
    await metadata.changes.make({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.users.create(change, { username: 'Ann', role: 'admin' }),
    );
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await beside.close();
    await metadata.close();
    await place.remove();
  });

  /** The text of a key with its public data. */
  const keyOf = ({ key, text }: MadeApiKey) => ({ id: key.id, text });

  async function make(options: { readonly expiresAt?: number; readonly deployments?: readonly number[] } = {}) {
    const { changes, accountId, users, apiKeys } = metadata;
    const { id: userId } = await users.find(accountId, 'ann');
    return keyOf(
      await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        apiKeys.create(change, { userId, name: 'test', deployments: 'all', ...options }),
      ),
    );
  }

  const ask = (authorization: string | undefined) =>
    keys.personOf(authorization === undefined ? {} : { authorization });

  async function refusal(authorization: string | undefined): Promise<unknown> {
    const error = await ask(authorization).then(
      () => 'accepted',
      (reason: unknown) => reason,
    );
    return error instanceof RequestError ? [error.status, error.message] : error;
  }

  it('acts as its user, with either scheme in any case', async () => {
    const { text } = await make();
    for (const scheme of ['Bearer', 'bearer', 'Api-Key', 'API-KEY']) {
      const { username, role, deployments } = await ask(`${scheme} ${text}`);
      expect({ username, role, deployments }).toEqual({ username: 'Ann', role: 'admin', deployments: 'all' });
    }
  });

  it('is refused with the same message when it is unknown, revoked, expired or malformed', async () => {
    const [revoked, expired, { text }] = [await make(), await make({ expiresAt: clock.now() }), await make()];
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.apiKeys.revoke(change, revoked.id),
    );
    const others = ['sk-', 'sk-short', `sk-${'x'.repeat(43)}`, `${text}x`, text.slice(0, -1), text.toUpperCase()];
    const bad = [revoked.text, expired.text, ...others].map((one) => `Bearer ${one}`);
    for (const value of [
      ...bad,
      text,
      `Basic ${text}`,
      `Bearer  ${text}`,
      `Bearer ${text} x`,
      `Bearer ${text}\u0000`,
    ]) {
      expect([value, await refusal(value)]).toEqual([value, [401, 'Invalid API key']]);
    }
    for (const none of [undefined, '']) expect(await refusal(none)).toEqual([401, "Authorization header isn't set"]);
  });

  it('is stored as a hash and four characters', async () => {
    const { text } = await make();
    const rows = JSON.stringify(await metadata.store.database.selectFrom('api_key').selectAll().execute());
    expect(text).toMatch(/^sk-[A-Za-z0-9_-]{43}$/);
    expect(rows).not.toContain(text.slice(3, 20));
    expect(await metadata.apiKeys.list(metadata.accountId)).toMatchObject([{ tail: text.slice(-4), name: 'test' }]);
  });

  it('is read once and then cached', async () => {
    const { text } = await make();
    const lookUps = vi.spyOn(ApiKeyStore.prototype, 'findByHash');
    for (let times = 0; times < 5; times += 1) await ask(`Bearer ${text}`);
    expect(lookUps).toHaveBeenCalledOnce();
  });

  it('revoked by this process is refused on the next request', async () => {
    const { id, text } = await make();
    await ask(`Bearer ${text}`);
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.apiKeys.revoke(change, id),
    );
    expect(await refusal(`Bearer ${text}`)).toEqual([401, 'Invalid API key']);
  });

  it.each([
    [
      'key is revoked',
      async (id: number) =>
        beside.changes.changeRights({ accountId: beside.accountId, by: atTheCommandLine }, (change) =>
          beside.apiKeys.revoke(change, id),
        ),
    ],
    ['user is deactivated', async () => void (await changeAnn({ status: 'deactivated' }))],
  ])('is refused soon after its %s in another process', async (_, change) => {
    const { id, text } = await make();
    await beside.changes.make({ accountId: beside.accountId, by: atTheCommandLine }, (change) =>
      beside.users.create(change, { username: 'another admin', role: 'admin' }),
    );
    await ask(`Bearer ${text}`);
    await change(id);
    await eventually(async () => expect(await refusal(`Bearer ${text}`)).toEqual([401, 'Invalid API key']));
  });

  const changeAnn = (input: { readonly status?: 'deactivated'; readonly role?: 'viewer' }) =>
    beside.users
      .find(beside.accountId, 'ANN')
      .then(({ id }) =>
        beside.changes.changeRights({ accountId: beside.accountId, by: atTheCommandLine }, (change) =>
          beside.users.update(change, id, input),
        ),
      );

  it('has the current rights of its user', async () => {
    const { text } = await make();
    await beside.changes.make({ accountId: beside.accountId, by: atTheCommandLine }, (change) =>
      beside.users.create(change, { username: 'another admin', role: 'admin' }),
    );
    requireAdmin(await ask(`Bearer ${text}`));
    await changeAnn({ role: 'viewer' });
    await eventually(async () => expect((await ask(`Bearer ${text}`)).role).toBe('viewer'));
    const actor = await ask(`Bearer ${text}`);
    expect(() => requireAdmin(actor)).toThrow('Only admins may do this');
  });

  it('expires while it is cached', async () => {
    const { text } = await make({ expiresAt: clock.now() + 1000 });
    await ask(`Bearer ${text}`);
    clock.time += 1000;
    expect(await refusal(`Bearer ${text}`)).toEqual([401, 'Invalid API key']);
  });

  it('gives access to its own deployments, and no others', async () => {
    const actor = await ask(`Bearer ${(await make({ deployments: [1] })).text}`);
    requireDeployments(actor, [1]);
    for (const wanted of [[0], [2], [1, 2], [Number.NaN], 'all'] as const) {
      expect(() => requireDeployments(actor, wanted)).toThrow('The API key is not for this deployment');
    }
    const [, listed] = [await make(), ...(await metadata.apiKeys.list(metadata.accountId))];
    expect(listed?.deployments).toEqual([1]);
    await expect(make({ deployments: [7] })).rejects.toThrow(/foreign key/i);
    expect((await metadata.apiKeys.list(metadata.accountId)).length).toBe(2);
  });

  it('records its use at most once a minute', async () => {
    const { text } = await make();
    const usedAt = async () => (await metadata.apiKeys.list(metadata.accountId))[0]?.lastUsedAt;
    const first = clock.now();
    await ask(`Bearer ${text}`);
    await eventually(async () => expect(await usedAt()).toBe(first));
    const records = vi.spyOn(ApiKeyStore.prototype, 'recordUse');
    clock.time += 59_999;
    await ask(`Bearer ${text}`);
    expect(records).not.toHaveBeenCalled();
    clock.time += 1;
    await Promise.all([ask(`Bearer ${text}`), ask(`Bearer ${text}`)]);
    expect(records).toHaveBeenCalledOnce();
    await eventually(async () => expect(await usedAt()).toBe(first + 60_000));
  });

  it('that is unknown cannot be revoked, and one revoked twice keeps its first revocation time', async () => {
    const { id } = await make();
    const revokedAt = clock.now();
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.apiKeys.revoke(change, id),
    );
    clock.time += 5;
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.apiKeys.revoke(change, id),
    );
    expect(await metadata.apiKeys.list(metadata.accountId)).toMatchObject([{ revokedAt }]);
    await expect(
      metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
        metadata.apiKeys.revoke(change, id + 1),
      ),
    ).rejects.toThrow('There is no API key');
    await expect(
      metadata.changes.changeRights({ accountId: metadata.accountId + 1, by: atTheCommandLine }, (change) =>
        metadata.apiKeys.revoke(change, id),
      ),
    ).rejects.toThrow();
  });
});
