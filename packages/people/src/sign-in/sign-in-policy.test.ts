import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passwordCost } from '../../../../tests/cheap-passwords.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { type AuditActor, atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { RightsChange } from '../change/index.ts';
import type { SignInProvider } from '../identity/index.ts';
import type { NewUser } from '../user/user-service.ts';

const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
const password = 'correct horse battery';
const issuer = 'https://login.example.com';
const required = 'Your administrator requires single sign-on: sign in by a provider';
const wrong = 'Wrong username or password';
const lockedOut = /^You would be locked out/;
const noAdmin = /^No admin could sign in any more/;

describe.each(storeKinds)('an account that requires providers, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  let root: number;
  let provider: SignInProvider;
  const clock = { time: Date.UTC(2026, 10, 29), now: () => clock.time };

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock, { passwordCost });
    ({ accountId } = metadata);
    root = await add({ username: 'root', role: 'admin' });
    provider = await changeRights((change) =>
      metadata.signInProviders.create(change, {
        name: 'Company',
        settings: { issuer, clientId: 'orrery', mayLinkAdmins: true },
        clientSecret: 'a secret of the client',
      }),
    );
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const changeRights = <T>(work: (change: RightsChange) => Promise<T>, actor: AuditActor = by) =>
    metadata.changes.changeRights({ accountId, by: actor }, work);
  const add = async (user: NewUser) => (await changeRights((change) => metadata.users.create(change, user))).id;
  /** Adds a user who has set a password. */
  const join = async (username: string, role: NewUser['role'] = 'explorer') => {
    const id = await add({ username, role, status: 'invited' });
    return { id, session: (await metadata.signIn.redeem(await invite(id), password, origin)).session };
  };
  const invite = async (id: number) =>
    (await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, id))).text;
  const reset = async (id: number) =>
    (await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.resetPassword(change, id))).text;
  const forgotten = async (id: number) =>
    (await metadata.changes.make({ accountId, by }, (change) =>
      metadata.signIn.forgotten(change, id, { isAgain: true }),
    )) !== undefined;
  const signIn = (username: string, given = password) =>
    metadata.signIn.signIn(accountId, { username, password: given }, origin);
  const comeBy = (userName: string) =>
    metadata.providerSignIn.signIn(provider, { issuer, subject: userName, userName }, origin);
  const setPolicy = (
    input: Parameters<typeof metadata.signInPolicy.update>[1],
    actor?: AuditActor,
    sessionId?: number,
  ) => changeRights((change) => metadata.signInPolicy.update(change, input, sessionId), actor);
  const lastEvents = async (most: number) => {
    const rows = await metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.slice(-most).map(({ event, attributes }) => [event, JSON.parse(attributes ?? '{}')]);
  };

  it('tells it to those who know the password, and to nobody else', async () => {
    const { id } = await join('bob');
    await comeBy('root');
    await setPolicy({ requiresProvider: true });
    await expect(signIn('bob')).rejects.toThrow(required);
    expect(await lastEvents(1)).toEqual([
      ['Failed to log in', { username: 'bob', method: 'password', reason: 'provider required' }],
    ]);
    const framed = { ...origin, kind: 'frame' } as const;
    await expect(metadata.signIn.signIn(accountId, { username: 'bob', password }, framed)).rejects.toThrow(required);
    expect((await lastEvents(1))[0]?.[1]).toMatchObject({ reason: 'provider required', place: 'frame' });
    await expect(signIn('bob', 'another password')).rejects.toThrow(wrong);
    await expect(signIn('nobody')).rejects.toThrow(wrong);
    await changeRights((change) => metadata.users.update(change, id, { status: 'deactivated' }));
    await expect(signIn('bob')).rejects.toThrow(wrong);
  });

  it('lets the exceptions sign in by password, and everybody once it ends', async () => {
    const { id } = await join('bob');
    await join('ann');
    await comeBy('root');
    expect(await setPolicy({ requiresProvider: true, exceptUserIds: [id, id] })).toEqual({
      requiresProvider: true,
      exceptions: [{ userId: id, username: 'bob' }],
    });
    expect((await signIn('bob')).user.id).toBe(id);
    await expect(signIn('ann')).rejects.toThrow(required);
    await setPolicy({ requiresProvider: false });
    expect((await signIn('ann')).user.username).toBe('ann');
    expect((await metadata.signInPolicy.get(accountId)).exceptions).toHaveLength(1);
  });

  it('makes no links, and takes none that were made before', async () => {
    const { id: bob } = await join('bob');
    const carl = await add({ username: 'carl', status: 'invited' });
    const [invitation, link] = [await invite(carl), await reset(bob)];
    await comeBy('root');
    await setPolicy({ requiresProvider: true });
    await expect(metadata.signIn.redeem(invitation, password, origin)).rejects.toThrow(required);
    await expect(metadata.signIn.redeem(link, password, origin)).rejects.toThrow(required);
    await expect(invite(carl)).rejects.toThrow("The account requires single sign-on: 'carl' signs in by a provider");
    await expect(reset(bob)).rejects.toThrow("The account requires single sign-on: 'bob' signs in by a provider");
    expect(await forgotten(bob)).toBe(false);
    await setPolicy({ exceptUserIds: [bob] });
    expect(await forgotten(bob)).toBe(true);
    await setPolicy({ requiresProvider: false });
    expect((await metadata.signIn.redeem(invitation, password, origin)).user.id).toBe(carl);
  });

  it('or not: people who only ever signed in by a provider get no link while it is on', async () => {
    await comeBy('gina');
    const { id } = await metadata.users.find(accountId, 'gina');
    expect(await forgotten(id)).toBe(false);
    await changeRights((change) => metadata.signInProviders.update(change, provider.id, { isOn: false }));
    expect(await forgotten(id)).toBe(true);
    await changeRights((change) => metadata.signInProviders.update(change, provider.id, { isOn: true }));
    await metadata.signIn.redeem(await reset(id), password, origin);
    expect(await forgotten(id)).toBe(true);
  });

  it('can be reached by some admin after every change', async () => {
    await expect(setPolicy({ requiresProvider: true })).rejects.toThrow(noAdmin);
    // An exception without a password is no way in, and neither is one of somebody else.
    await expect(setPolicy({ requiresProvider: true, exceptUserIds: [root] })).rejects.toThrow(noAdmin);
    const { id: bob } = await join('bob');
    await expect(setPolicy({ requiresProvider: true, exceptUserIds: [bob] })).rejects.toThrow(noAdmin);
    expect((await metadata.signInPolicy.get(accountId)).requiresProvider).toBe(false);
    await comeBy('root');
    await setPolicy({ requiresProvider: true });
    const { signInProviders } = metadata;
    for (const input of [{ isOn: false }, { settings: { subject: 'oid' } }] as const)
      await expect(changeRights((change) => signInProviders.update(change, provider.id, input))).rejects.toThrow(
        noAdmin,
      );
    await expect(changeRights((change) => signInProviders.delete(change, provider.id))).rejects.toThrow(noAdmin);
    await comeBy('anna');
    const { id: anna } = await metadata.users.find(accountId, 'anna');
    const update = (id: number, input: object) => changeRights((change) => metadata.users.update(change, id, input));
    await expect(update(root, { status: 'deactivated' })).rejects.toThrow('is the last active admin');
    await update(anna, { role: 'admin' });
    await update(root, { status: 'deactivated' });
    await expect(update(anna, { role: 'viewer' })).rejects.toThrow('is the last active admin');
    await update(root, { status: 'active' });
    await update(anna, { role: 'viewer' });
    await add({ username: 'spare', role: 'admin' });
    await expect(update(root, { role: 'viewer' })).rejects.toThrow(noAdmin);
    await expect(changeRights((change) => metadata.users.delete(change, root))).rejects.toThrow(noAdmin);
    await update(root, { displayName: 'Root' });
  });

  it('is not required by somebody who would be locked out', async () => {
    const { id: ann } = await join('ann', 'admin');
    await comeBy('root');
    const actor = { via: 'app', userId: ann, email: 'ann' } as const;
    await expect(setPolicy({ requiresProvider: true }, actor)).rejects.toThrow(lockedOut);
    await setPolicy({ requiresProvider: true, exceptUserIds: [ann] }, actor);
    await expect(setPolicy({ exceptUserIds: [] }, actor)).rejects.toThrow(lockedOut);
    await setPolicy({ requiresProvider: false, exceptUserIds: [] }, actor);
  });

  it('names people of the account with passwords of their own', async () => {
    await comeBy('root');
    const rival = await metadata.accounts.create('rival');
    const stranger = await metadata.store.database
      .selectFrom('account_user')
      .select('id')
      .where('account_id', '=', rival.id)
      .executeTakeFirstOrThrow();
    const scim = await changeRights((change) => metadata.users.create(change, { username: 'hans' }), { via: 'scim' });
    for (const id of [stranger.id, scim.id, 999_999])
      await expect(setPolicy({ exceptUserIds: [root, id] })).rejects.toThrow(
        `name ${id}, who is no user of the account with a password of their own`,
      );
    const { id: bob } = await join('bob');
    await setPolicy({ exceptUserIds: [bob] });
    await changeRights((change) => metadata.users.delete(change, bob));
    expect(await setPolicy({ requiresProvider: true })).toEqual({ requiresProvider: true, exceptions: [] });
  });

  it('leaves sessions as they are, unless those of passwords are ended', async () => {
    await join('bob');
    const ann = await join('ann');
    const { id: boss, session } = await join('boss', 'admin');
    await comeBy('gina');
    await comeBy('root');
    const actor = { via: 'app', userId: boss, email: 'boss' } as const;
    const names = async () => (await metadata.sessions.list(accountId)).map(({ username }) => username);
    await setPolicy({ requiresProvider: true, exceptUserIds: [ann.id, boss] }, actor);
    expect(await names()).toEqual(['bob', 'ann', 'boss', 'gina', 'root']);
    await setPolicy({ exceptUserIds: [ann.id, boss], endSessions: true }, actor, session.id);
    expect(await names()).toEqual(['ann', 'boss', 'gina', 'root']);
    expect((await lastEvents(1))[0]?.[1]).toMatchObject({ requiresProvider: true, endedSessions: 1 });
  });

  it('and without: an identity is taken from a user, with its sessions, but not the last way in', async () => {
    const { id: bob } = await join('bob');
    await comeBy('bob');
    await comeBy('root');
    const { signInIdentities } = metadata;
    const known = await signInIdentities.list(accountId);
    expect(known.map(({ userId, provider: name, subject }) => [userId, name, subject])).toEqual([
      [bob, 'Company', 'bob'],
      [root, 'Company', 'root'],
    ]);
    const unlink = (userId: number, of = accountId) =>
      metadata.changes.changeRights({ accountId: of, by }, (change) =>
        signInIdentities.unlink(change, known.find((each) => each.userId === userId)?.id ?? 0),
      );
    const rival = await metadata.accounts.create('rival');
    await expect(unlink(bob, rival.id)).rejects.toThrow('There is no identity');
    await unlink(bob);
    expect(await lastEvents(1)).toEqual([
      ['Unlinked user from provider', { userId: bob, provider: 'Company', subject: 'bob', endedSessions: 1 }],
    ]);
    await expect(unlink(bob)).rejects.toThrow('There is no identity');
    const left = (await metadata.sessions.list(accountId)).map(({ username }) => username);
    expect(left).toEqual(['bob', 'root']);
    expect(await signInIdentities.list(accountId, { userId: bob })).toEqual([]);
    await setPolicy({ requiresProvider: true });
    await expect(unlink(root)).rejects.toThrow(noAdmin);
    await comeBy('bob');
    expect(await signInIdentities.list(accountId, { userId: bob })).toHaveLength(1);
  });

  it('or not: nobody takes their own only way in', async () => {
    await comeBy('root');
    const { id: ann } = await join('ann', 'admin');
    await comeBy('ann');
    const { signInIdentities, signInProviders } = metadata;
    const actor = (userId: number): AuditActor => ({ via: 'app', userId, email: 'somebody' });
    const unlink = async (userId: number, author: number) => {
      const [known] = await signInIdentities.list(accountId, { userId });
      return changeRights((change) => signInIdentities.unlink(change, known?.id ?? 0), actor(author));
    };
    const ownOnlyWay = /^You could not sign in any more: set a password/;
    await expect(unlink(root, root)).rejects.toThrow(ownOnlyWay);
    expect(await signInIdentities.list(accountId, { userId: root })).toHaveLength(1);
    await setPolicy({ requiresProvider: true });
    await expect(unlink(ann, ann)).rejects.toThrow(ownOnlyWay);
    await setPolicy({ exceptUserIds: [ann] });
    await unlink(ann, ann);
    await setPolicy({ requiresProvider: false });
    await comeBy('ann');
    await unlink(ann, ann);
    const second = await changeRights((change) =>
      signInProviders.create(change, {
        name: 'Second',
        settings: { issuer, clientId: 'orrery', mayLinkAdmins: true },
        clientSecret: 'a secret of the client',
      }),
    );
    await metadata.providerSignIn.signIn(second, { issuer, subject: 'root', userName: 'root' }, origin);
    const switchSecond = (isOn: boolean) =>
      changeRights((change) => signInProviders.update(change, second.id, { isOn }));
    const [known] = await signInIdentities.list(accountId, { userId: root });
    const { id: first = 0 } = (await signInProviders.list(accountId))[0] ?? {};
    await switchSecond(false);
    // Neither by its switch, nor by another issuer, nor by deleting the provider.
    const elsewhere = { settings: { issuer: 'https://other.example.com' }, clientSecret: 'one' };
    const ways: readonly ((change: RightsChange) => Promise<unknown>)[] = [
      (change) => signInProviders.update(change, first, { isOn: false }),
      (change) => signInProviders.update(change, first, elsewhere),
      (change) => signInProviders.delete(change, first),
    ];
    for (const way of ways) await expect(changeRights(way, actor(root))).rejects.toThrow(ownOnlyWay);
    expect(await signInIdentities.list(accountId, { userId: root })).toContainEqual(known);
    await expect(unlink(root, root)).rejects.toThrow(ownOnlyWay);
    await switchSecond(true);
    await unlink(root, root);
    await expect(unlink(root, root)).rejects.toThrow(ownOnlyWay);
    await unlink(root, ann);
  });

  it('is one of its own account', async () => {
    const rival = await metadata.accounts.create('rival');
    await comeBy('root');
    await join('bob');
    const author = { accountId: rival.id, by };
    // Its admin is known to no provider.
    await expect(
      metadata.changes.changeRights(author, (change) =>
        metadata.signInPolicy.update(change, { requiresProvider: true }),
      ),
    ).rejects.toThrow(noAdmin);
    await setPolicy({ requiresProvider: true });
    expect(await metadata.signInPolicy.get(rival.id)).toEqual({ requiresProvider: false, exceptions: [] });
  });
});
