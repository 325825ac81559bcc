import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedPlace, storeKinds, type StorePlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { SsoSettings } from '../../../config/src/sso-settings.ts';
import type { RightsChange } from '../change/index.ts';
import { environmentKey } from './sign-in-provider.ts';

const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
const issuer = 'https://login.example.com';
const clientSecret = 'a secret of the client';

function named(settings: Partial<SsoSettings['settings']> = {}, rest: Partial<SsoSettings> = {}): SsoSettings {
  return {
    kind: 'oidc',
    name: 'Company',
    settings: { issuer, clientId: 'orrery', claims: {}, ...settings },
    clientSecret,
    ...rest,
  };
}

describe.each(storeKinds)('the provider of the settings, on %s', (kind) => {
  let place: StorePlace;
  let open: ServedMetadata[];

  beforeEach(async () => {
    place = await migratedPlace(kind);
    open = [];
  });

  afterEach(async () => {
    for (const metadata of open) await metadata.close();
    await place.remove();
  });

  const serve = async (sso?: SsoSettings) => {
    const clock = { now: () => Date.UTC(2026, 10, 29) };
    const metadata = await serveMetadata({ ...place.settings, ...(sso ? { sso } : {}) }, clock);
    open.push(metadata);
    return metadata;
  };
  const providersOf = ({ signInProviders, accountId }: ServedMetadata) => signInProviders.list(accountId);
  const comeBy = async (metadata: ServedMetadata, at = issuer) => {
    const provider = await metadata.signInProviders.open(environmentKey);
    if (!provider) throw new Error('it is not there, or off');
    return metadata.providerSignIn.signIn(provider, { issuer: at, subject: 's-1', userName: 'gina' }, origin);
  };
  const change = <T>({ changes, accountId }: ServedMetadata, work: (change: RightsChange) => Promise<T>) =>
    changes.changeRights({ accountId, by }, work);
  const storedEpoch = ({ store, accountId }: ServedMetadata) =>
    store.database.selectFrom('account').select('epoch').where('id', '=', accountId).executeTakeFirst();
  const events = async ({ store }: ServedMetadata) => {
    const rows = await store.database.selectFrom('audit_log').select('event').orderBy('id').execute();
    return rows.map(({ event }) => event).filter((event) => event.includes('provider'));
  };

  it('is there from the first start on, and people sign in by it', async () => {
    const metadata = await serve(named());
    expect(await providersOf(metadata)).toMatchObject([{ key: environmentKey, name: 'Company', isOn: true }]);
    expect((await metadata.signInProviders.open(environmentKey))?.clientSecret).toBe(clientSecret);
    expect(await comeBy(metadata)).toMatchObject({ kind: 'signed-in', user: { username: 'gina' } });
    const rows = await metadata.store.database.selectFrom('sign_in_provider').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
  });

  it('is made once by servers that start together', async () => {
    const [one] = await Promise.all([serve(named()), serve(named()), serve(named())]);
    expect(await providersOf(one)).toHaveLength(1);
    expect(await events(one)).toEqual(['Created sign-in provider']);
  });

  it('stays as it is at a start with the same settings, which no node notices', async () => {
    const metadata = await serve(named({ externalId: 'employee' }));
    const before = [await providersOf(metadata), await storedEpoch(metadata)];
    const again = await serve(named({ externalId: 'employee' }));
    expect([await providersOf(again), await storedEpoch(again)]).toEqual(before);
  });

  it('follows other settings, and keeps the people it knows while its issuer is the same', async () => {
    await comeBy(await serve(named({ externalId: 'employee', emailDomains: [] })));
    const second = await serve(
      named({ scopes: 'openid', mayMake: false }, { name: 'Other', preset: 'keycloak', clientSecret: 'another' }),
    );
    const [provider] = await providersOf(second);
    expect(provider).toMatchObject({ name: 'Other', preset: 'keycloak', settings: { scopes: 'openid' } });
    expect(provider?.settings).not.toHaveProperty('externalId');
    expect((await second.signInProviders.open(environmentKey))?.clientSecret).toBe('another');
    expect(await comeBy(second)).toMatchObject({ kind: 'signed-in' });
    const other = 'https://other.example.com';
    const third = await serve(named({ issuer: other, mayMake: false, mayLink: false }));
    expect(await third.signInIdentities.list(third.accountId)).toEqual([]);
    expect(await comeBy(third, other)).toMatchObject({ kind: 'refused' });
  });

  it('is switched off by a start without the settings, and on again with its people', async () => {
    const first = await serve(named());
    await comeBy(first);
    const without = await serve();
    expect(await providersOf(without)).toMatchObject([{ key: environmentKey, isOn: false }]);
    await expect(comeBy(without)).rejects.toThrow('it is not there, or off');
    const again = await serve(named({ mayMake: false, mayLink: false }));
    expect(await comeBy(again)).toMatchObject({ kind: 'signed-in' });
    expect(await events(again)).toEqual([
      ...['Created sign-in provider', 'Updated sign-in provider', 'Updated sign-in provider'],
    ]);
  });

  it('is not there without the settings, and makes nothing', async () => {
    expect(await providersOf(await serve())).toEqual([]);
  });

  it('is changed by nobody else', async () => {
    const metadata = await serve(named());
    const { signInProviders } = metadata;
    const [{ id } = { id: 0 }] = await providersOf(metadata);
    const refusal =
      "'Company' is set by ORRERY_SSO_* where the server runs: change the settings there, and start again";
    const update = change(metadata, (each) => signInProviders.update(each, id, { isOn: false }));
    await expect(update).rejects.toThrow(refusal);
    await expect(change(metadata, (each) => signInProviders.delete(each, id))).rejects.toThrow(refusal);
  });

  it('is refused with every problem, by the names of its variables', async () => {
    const bad = named({ issuer: 'http://login.example.com', clientId: ' ', linkBy: ['externalId'] });
    await expect(serve({ ...bad, clientSecret: '' })).rejects.toThrow(
      /^ORRERY_SSO_ISSUER must be .*\nORRERY_SSO_CLIENT_ID .*\nORRERY_SSO_LINK_BY .*ORRERY_SSO_EXTERNAL_ID_CLAIM.*\nORRERY_SSO_CLIENT_SECRET .*$/,
    );
  });

  it('locks the last admin out by no start', async () => {
    const metadata = await serve(named({ mayLinkAdmins: true }));
    const { users, signInPolicy } = metadata;
    const { id } = await change(metadata, (each) => users.create(each, { username: 'gina', role: 'admin' }));
    await comeBy(metadata);
    await change(metadata, (each) => signInPolicy.update(each, { requiresProvider: true }));
    const refusal =
      /^The provider of ORRERY_SSO_\* cannot be changed: No admin could sign in any more.*allow-passwords/;
    await expect(serve()).rejects.toThrow(refusal);
    await expect(serve(named({ issuer: 'https://other.example.com' }))).rejects.toThrow(refusal);
    expect(await comeBy(metadata)).toMatchObject({ kind: 'signed-in' });
    await change(metadata, (each) => signInPolicy.update(each, { requiresProvider: false }));
    await expect(serve()).rejects.toThrow(refusal); // no admin has a password
    const password = { user_id: id, hash: 'of a password', set_at: 1 };
    await metadata.store.database.insertInto('user_password').values(password).execute();
    expect(await providersOf(await serve())).toMatchObject([{ isOn: false }]);
  });
});
