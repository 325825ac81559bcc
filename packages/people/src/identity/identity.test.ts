import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { RightsChange } from '../change/index.ts';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import type { NewUser } from '../user/user-service.ts';
import type { Presented } from './identity-service.ts';
import type { ProviderChange, SettingsInput, SignInProvider } from './sign-in-provider.ts';

const start = Date.UTC(2026, 10, 29);
const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
const issuer = 'https://login.example.com';
const verified = (value: string) => ({ value, isVerified: true });

describe.each(storeKinds)('who a person of a provider is, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
    await addUser({ username: 'root', role: 'admin', email: 'root@example.com' });
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const changeRights = <T>(work: (change: RightsChange) => Promise<T>) =>
    metadata.changes.changeRights({ accountId, by }, work);
  const addUser = (user: NewUser) => changeRights((change) => metadata.users.create(change, user));
  const addProvider = (settings: SettingsInput = {}) =>
    changeRights((change) =>
      metadata.signInProviders.create(change, {
        name: 'Company',
        settings: { issuer, clientId: 'orrery', ...settings },
        clientSecret: 'a secret of the client',
      }),
    );
  const comeBy = async (provider: SignInProvider, who: Partial<Presented>) => {
    const result = await metadata.providerSignIn.signIn(provider, { issuer, subject: 's-1', ...who }, origin);
    return result.kind === 'refused' ? [result.why, result.value] : result.user.username;
  };
  const userNamed = (username: string) => metadata.users.find(accountId, username);
  const epoch = () => metadata.epochs.of(accountId);
  const events = async () => {
    const rows = await metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.map(({ event, address }) => [event, address]);
  };

  describe('at the first sign-in', () => {
    const users: readonly NewUser[] = [
      { username: 'Ann', email: 'ann@example.com', externalId: 'x-ann' },
      { username: 'bob', email: 'bob@example.com' },
      { username: 'carl@example.com' },
      { username: 'dora', email: 'dora@example.com', status: 'deactivated' },
      { username: 'eve', email: 'twins@example.com' },
      { username: 'evi', email: 'TWINS@example.com' },
      { username: 'fred', email: 'fred@example.com', status: 'invited' },
    ];
    const all: SettingsInput = { linkBy: ['externalId', 'userName', 'email'], externalId: 'employee' };
    const byEmail: SettingsInput = { linkBy: ['email'] };
    const cases: readonly [string, SettingsInput, Partial<Presented>, unknown][] = [
      ['the id of SCIM goes first', all, { externalId: 'x-ann', userName: 'bob' }, 'Ann'],
      ['an id that nobody has leaves the name', all, { externalId: 'x-none', userName: 'BOB' }, 'bob'],
      ['a name is compared ignoring case', {}, { userName: ' ANN ' }, 'Ann'],
      ['a name goes before an address', {}, { userName: 'bob', email: verified('ann@example.com') }, 'bob'],
      ['a verified address', {}, { email: verified('Ann@Example.com') }, 'Ann'],
      ['a username that is an address', byEmail, { email: verified('CARL@example.com') }, 'carl@example.com'],
      ['a name in letters that only look alike', {}, { userName: '\uFF41nn' }, ['unknown', '\uFF41nn']],
      ['an invited user joins', {}, { userName: 'fred' }, 'fred'],
      [
        'an address without proof',
        byEmail,
        { email: { value: 'ann@example.com', isVerified: false } },
        ['no-name', 'ann@example.com'],
      ],
      ['letters that only look alike', byEmail, { email: verified('bob@e\u212Aample.com') }, 'bob@e\u212Aample.com'],
      ['two users with one address', {}, { email: verified('twins@example.com') }, ['ambiguous', 'twins@example.com']],
      ['a deactivated user', {}, { userName: 'dora' }, ['deactivated', 'dora']],
      ['an admin', {}, { userName: 'root' }, ['unknown', 'root']],
      ['an admin, where admins may be linked', { mayLinkAdmins: true }, { userName: 'root' }, 'root'],
      ['a user, where linking is off', { mayLink: false }, { userName: 'bob' }, ['unknown', 'bob']],
      [
        'a name that people choose themselves',
        byEmail,
        { userName: 'bob', email: verified('new@example.com') },
        'new@example.com',
      ],
      ['a stranger', {}, { userName: 'gina' }, 'gina'],
      ['a stranger, where none are made', { mayMake: false }, { userName: 'gina' }, ['unknown', 'gina']],
      ['somebody without a name', {}, {}, ['no-name', 's-1']],
      ['a name that cannot be seen', {}, { userName: 'gi\u200Bna' }, ['no-name', 'gi\u200Bna']],
      [
        'another domain',
        { emailDomains: ['corp.example'] },
        { userName: 'gina', email: verified('g@example.com') },
        ['domain', 'gina'],
      ],
      ['the domain', { emailDomains: ['Example.com'] }, { userName: 'gina', email: verified('g@EXAMPLE.com') }, 'gina'],
      [
        'a domain in letters that only look alike',
        { emailDomains: ['bank.example'] },
        { userName: 'gina', email: verified('g@ban\u212A.example') },
        ['domain', 'gina'],
      ],
      [
        'the domain without proof',
        { emailDomains: ['example.com'] },
        { userName: 'gina', email: { value: 'g@example.com', isVerified: false } },
        ['domain', 'gina'],
      ],
    ];

    it('follows the table', async () => {
      for (const user of users) await addUser(user);
      // A provider that gives the only admin their only way in could not be deleted.
      const password = { user_id: (await userNamed('root')).id, hash: 'of a password', set_at: start };
      await metadata.store.database.insertInto('user_password').values(password).execute();
      for (const [index, [name, settings, who, expected]] of cases.entries()) {
        const provider = await addProvider(settings);
        expect([
          name,
          await comeBy(provider, {
            subject: `s-${index}`,
            ...who,
            ...(name.includes('without a name') ? { subject: 's-1' } : {}),
          }),
        ]).toEqual([name, expected]);
        await changeRights((change) => metadata.signInProviders.delete(change, provider.id));
        await changeRights(async (change) => {
          for (const made of ['gina', 'new@example.com']) {
            const found = await userNamed(made).catch(() => undefined);
            if (found) await metadata.users.delete(change, found.id);
          }
        });
      }
    });
  });

  it('keeps the link by the subject, whatever name and address say later', async () => {
    const provider = await addProvider();
    expect(await comeBy(provider, { userName: 'gina', email: verified('gina@example.com') })).toBe('gina');
    await addUser({ username: 'other', email: 'other@example.com' });
    expect(await comeBy(provider, { userName: 'other', email: verified('other@example.com') })).toBe('gina');
    const { email } = await userNamed('gina');
    expect(email).toBe('gina@example.com');
  });

  it('refuses a second identity of one user at a provider', async () => {
    const provider = await addProvider();
    expect(await comeBy(provider, { userName: 'gina' })).toBe('gina');
    expect(await comeBy(provider, { subject: 's-2', userName: 'gina' })).toEqual(['linked-elsewhere', 'gina']);
    expect(await comeBy(provider, { issuer: 'https://other.example.com', userName: 'gina' })).toEqual([
      'linked-elsewhere',
      'gina',
    ]);
  });

  it('gives the user of a name that is an address to no second person, who has that address', async () => {
    const chosen = await addProvider();
    const proved = await addProvider({ linkBy: ['email'] });
    const name = 'ceo@corp.example';
    expect(await comeBy(chosen, { userName: name })).toBe(name);
    const owner = { subject: 'owner', email: verified(name) };
    expect(await comeBy(proved, owner)).toEqual(['linked-elsewhere', name]);
    const other = { subject: 'dora', email: verified('dora@corp.example') };
    expect(await comeBy(chosen, { ...other, userName: 'dora' })).toBe('dora');
    expect(await comeBy(proved, other)).toBe('dora');
  });

  it('makes no user with a name that somebody of an embedding application has', async () => {
    const { id } = await addUser({ username: 'viewer-1' });
    const rows = metadata.store.database.updateTable('account_user').where('id', '=', id);
    await rows.set({ kind: 'external' }).execute();
    expect(await comeBy(await addProvider(), { userName: 'Viewer-1' })).toEqual(['unknown', 'Viewer-1']);
  });

  it('gives roles to new users only, and no admin role', async () => {
    await changeRights((change) =>
      metadata.settings.update(change, {
        defaultRole: 'Explorer',
        rolesByGroup: [
          { group: 'analysts', role: 'Developer' },
          { group: '/finance', role: 'Viewer' },
        ],
      }),
    );
    const provider = await addProvider();
    const roleOf = async (who: Partial<Presented> & { readonly userName: string }) => {
      await comeBy(provider, { subject: who.userName, ...who });
      return (await userNamed(who.userName)).role;
    };
    expect(await roleOf({ userName: 'a', groups: ['/ANALYSTS'] })).toBe('developer');
    expect(await roleOf({ userName: 'b', groups: ['finance', 'others'] })).toBe('viewer');
    expect(await roleOf({ userName: 'c', groups: ['admin'] })).toBe('explorer');
    expect(await roleOf({ userName: 'd' })).toBe('explorer');
    expect(await roleOf({ userName: 'd', groups: ['analysts'] })).toBe('explorer');
    expect(await roleOf({ userName: 'a', groups: [] })).toBe('developer');
  });

  it('takes names over at each sign-in, but not those that SCIM keeps', async () => {
    const provider = await addProvider();
    await comeBy(provider, { userName: 'gina', displayName: 'Gina', givenName: 'x'.repeat(300) });
    expect((await userNamed('gina')).givenName).toBeUndefined();
    await comeBy(provider, { userName: 'gina', displayName: 'Gina B', email: verified('new@example.com') });
    const { displayName, email } = await userNamed('gina');
    expect([displayName, email]).toEqual(['Gina B', undefined]);
    await metadata.changes.changeRights({ accountId, by: { via: 'scim' } }, (change) =>
      metadata.users.create(change, { username: 'hans', displayName: 'Hans' }),
    );
    await comeBy(provider, { subject: 's-2', userName: 'hans', displayName: 'Other' });
    expect((await userNamed('hans')).displayName).toBe('Hans');
  });

  it('makes nodes forget what they know only at the first sign-in, and with other names', async () => {
    const provider = await addProvider();
    await comeBy(provider, { userName: 'gina', displayName: 'Gina' });
    const before = epoch();
    clock.time += 60_000;
    expect(await comeBy(provider, { userName: 'gina', displayName: 'Gina' })).toBe('gina');
    expect(epoch()).toBe(before);
    expect(await comeBy(provider, { userName: 'gina', displayName: 'Gina B' })).toBe('gina');
    expect(epoch()).not.toBe(before);
  });

  it('makes nodes forget nothing for somebody who is refused', async () => {
    const provider = await addProvider({ mayMake: false, emailDomains: ['example.com'] });
    const email = verified('x@example.com');
    const refusals: readonly [string, Partial<Presented>][] = [
      ['unknown', { userName: 'nobody-yet', email }],
      ['deactivated', { userName: 'dora', email }],
      ['domain', { userName: 'gina', email: verified('g@other.example') }],
    ];
    await addUser({ username: 'dora', status: 'deactivated' });
    const stored = () =>
      metadata.store.database
        .selectFrom('account')
        .select('epoch')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
    for (const [why, who] of refusals) {
      const before = [epoch(), await stored()];
      expect((await comeBy(provider, who))[0]).toBe(why);
      expect([epoch(), await stored()]).toEqual(before);
    }
  });

  it('refuses a user who was deactivated, and everybody once the provider is off', async () => {
    const provider = await addProvider();
    await comeBy(provider, { userName: 'gina' });
    const { id } = await userNamed('gina');
    await changeRights((change) => metadata.users.update(change, id, { status: 'deactivated' }));
    expect(await comeBy(provider, { userName: 'gina' })).toEqual(['deactivated', 'gina']);
    await changeRights((change) => metadata.users.update(change, id, { status: 'active' }));
    expect(await comeBy(provider, { userName: 'gina' })).toBe('gina');
    await changeRights((change) => metadata.signInProviders.update(change, provider.id, { isOn: false }));
    expect(await comeBy(provider, { userName: 'gina' })).toEqual(['unknown', 'Company']);
    expect(await metadata.signInProviders.open(provider.key)).toBeUndefined();
  });

  it('records the sign-in, the link and the refusal with the address', async () => {
    await addUser({ username: 'bob' });
    const provider = await addProvider();
    await comeBy(provider, { userName: 'bob' });
    await comeBy(provider, { subject: 's-2', userName: 'bob' });
    await comeBy(provider, { subject: 's-3', userName: 'bob' });
    expect((await events()).slice(-3)).toEqual([
      ['Linked user to provider', '192.0.2.1'],
      ['Logged in', '192.0.2.1'],
      ['Failed to log in', '192.0.2.1'],
    ]);
    const sessions = await metadata.store.database.selectFrom('browser_session').selectAll().execute();
    expect(sessions.map((row) => [row.provider_key, row.provider_subject])).toEqual([[provider.key, 's-1']]);
  });

  it('keeps the secret sealed, and asks for it again when the issuer changes', async () => {
    const provider = await addProvider();
    expect((await metadata.signInProviders.open(provider.key))?.clientSecret).toBe('a secret of the client');
    const [row] = await metadata.store.database.selectFrom('sign_in_provider').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain('a secret of the client');
    const other = { settings: { issuer: 'https://evil.example.com' } };
    await expect(changeRights((change) => metadata.signInProviders.update(change, provider.id, other))).rejects.toThrow(
      'needs the clientSecret again',
    );
    await comeBy(provider, { userName: 'gina' });
    await changeRights((change) =>
      metadata.signInProviders.update(change, provider.id, { ...other, clientSecret: 'another' }),
    );
    expect(await metadata.store.database.selectFrom('user_identity').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['https://login.microsoftonline.com/0c0ffee0-1111-2222-3333-444444444444/v2.0', 'sub', 0],
    ['https://login.microsoftonline.com/0c0ffee0-1111-2222-3333-444444444444/v2.0', 'oid', 1],
    [issuer, 'sub', 1],
  ] as const)('after another client of %s, whom it knew by %s: %i', async (at, subject, expected) => {
    const provider = await addProvider({ issuer: at, subject });
    await comeBy(provider, { issuer: at, userName: 'gina' });
    const update = (input: ProviderChange) =>
      changeRights((change) => metadata.signInProviders.update(change, provider.id, input));
    const known = async () => (await metadata.signInIdentities.list(accountId)).length;
    await update({ settings: { clientId: 'orrery', mayLink: false }, clientSecret: 'another' });
    expect(await known()).toBe(1);
    await update({ settings: { clientId: 'another' } });
    expect(await known()).toBe(expected);
  });

  it('keeps fifty providers of an account at most', async () => {
    for (let made = 0; made < 50; made++) await addProvider();
    await expect(addProvider()).rejects.toThrow('An account has at most 50 sign-in providers');
  });

  it('lets a flow end once, in its browser, at its provider, in its time', async () => {
    const [provider, second] = [await addProvider(), await addProvider()];
    const { signInFlows } = metadata;
    const begin = () => signInFlows.begin(provider, { browser: 'b-1', next: '/explore' });
    const state = await begin();
    const kindOf = async (...given: Parameters<typeof signInFlows.take>) => (await signInFlows.take(...given)).kind;
    expect(await kindOf(provider, state, 'b-2')).toBe('other-browser');
    expect(await kindOf(provider, state, undefined)).toBe('other-browser');
    expect(await signInFlows.take(provider, state, 'b-1')).toEqual({ kind: 'taken', next: '/explore' });
    expect(await kindOf(provider, state, 'b-1')).toBe('used');
    expect(await kindOf(second, await begin(), 'b-1')).toBe('other-provider');
    expect(await kindOf(provider, 'x'.repeat(43), 'b-1')).toBe('unknown');
    const test = await signInFlows.begin(provider, { browser: 'b-1', next: undefined, testerId: 7 });
    // A server of the version before tests looks for this, finds nothing, and signs nobody in.
    const rows = metadata.store.database.selectFrom('sign_in_flow').select('id');
    expect(await rows.where('state_hash', '=', hashOfOpaqueText(test)).execute()).toEqual([]);
    expect(await signInFlows.take(provider, test, 'b-1')).toEqual({ kind: 'taken', next: undefined, testerId: 7 });
    const late = await begin();
    clock.time += 10 * 60_000;
    expect(await kindOf(provider, late, 'b-1')).toBe('expired');
    const kept = async () => (await metadata.store.database.selectFrom('sign_in_flow').select('id').execute()).length;
    await signInFlows.forget();
    expect(await kept()).toBeGreaterThan(0);
    clock.time += 10 * 60_000 + 1;
    await signInFlows.forget();
    expect(await kept()).toBe(0);
  });
});
