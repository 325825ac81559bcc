import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passwordCost } from '../../../../tests/cheap-passwords.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import {
  type Metadata,
  openMetadata,
  type ServedMetadata,
  serveMetadata,
} from '../../../deployments/src/open-metadata.ts';
import { RequestError } from '../../../kernel/src/failure/errors.ts';
import { type AuditActor, atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { SessionAuthenticator } from '../session/session-authenticator.ts';
import type { User } from '../user/user.ts';

const start = Date.UTC(2026, 5, 17);
const minute = 60_000;
const hour = 60 * minute;
const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
const password = 'correct horse battery';

describe.each(storeKinds)('signing in on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let beside: Metadata;
  let sessions: SessionAuthenticator;
  let accountId: number;
  let bob: User;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock, { passwordCost });
    beside = await openMetadata(place.settings, clock);
    ({ accountId } = metadata);
    const { changes, store, epochs, users } = metadata;
    const log = { warn: () => {} };
    sessions = new SessionAuthenticator({ database: store.database, epochs, clock, log });
    await changes.make({ accountId, by }, (change) => users.create(change, { username: 'admin', role: 'admin' }));
    bob = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'Bob', role: 'explorer', status: 'invited' }),
    );
  });

  afterEach(async () => {
    await beside.close();
    await metadata.close();
    await place.remove();
  });

  const join = async () => {
    const { text } = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    return metadata.signIn.redeem(text, password, origin);
  };
  const signIn = (given: { username?: string; password?: string; address?: string } = {}) =>
    metadata.signIn.signIn(
      accountId,
      { username: given.username ?? 'bob', password: given.password ?? password },
      { ...origin, address: given.address ?? origin.address },
    );
  const refusal = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => 'accepted',
      (reason: unknown) => reason,
    );
    return error instanceof RequestError ? [error.status, error.message] : error;
  };
  const whoIs = async (text: string) => (await sessions.personOf(text)).username;
  const events = async () => {
    const rows = await metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.map(({ event, user_email, address }) => [event, user_email, address]);
  };
  const wrong = [401, 'Wrong username or password'];
  const over = [401, 'The link is over or was used'];
  const ended = [401, 'The session has ended; sign in again'];

  it('1: an invitation works once, and activates the user', async () => {
    expect(await refusal(signIn())).toEqual(wrong);
    const { text, expiresAt } = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.signIn.invite(change, bob.id),
    );
    expect(expiresAt).toBe(start + 7 * 24 * hour);
    const { user, session } = await metadata.signIn.redeem(text, password, origin);
    expect([user.status, await whoIs(session.text)]).toEqual(['active', 'Bob']);
    expect(await refusal(metadata.signIn.redeem(text, password, origin))).toEqual(over);
    expect(await whoIs((await signIn({ username: ' BOB ' })).session.text)).toBe('Bob');
    expect(
      await refusal(metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id))),
    ).toEqual([409, "'Bob' has joined already"]);
  });

  it('a link that is used several times at once works once', async () => {
    const { text } = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    const taken = await Promise.allSettled(
      ['one password here', 'two passwords here', 'three passwords'].map((one) =>
        metadata.signIn.redeem(text, one, origin),
      ),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a link ends: after its time, with the next link, with the user', async () => {
    const first = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    const second = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    const redeem = (text: string) => refusal(metadata.signIn.redeem(text, password, origin));
    expect(await redeem(first.text)).toEqual(over);
    for (const bad of ['', 'x', second.text.slice(1), `${second.text}x`]) expect(await redeem(bad)).toEqual(over);
    clock.time = second.expiresAt;
    expect(await redeem(second.text)).toEqual(over);
    const third = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.users.update(change, bob.id, { status: 'deactivated' }),
    );
    expect(await redeem(third.text)).toEqual(over);
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.users.update(change, bob.id, { status: 'active' }),
    );
    expect(await redeem(third.text)).toEqual(over);
  });

  it('a link stays valid after an unacceptable password', async () => {
    const { text } = await metadata.changes.make({ accountId, by }, (change) => metadata.signIn.invite(change, bob.id));
    expect(await refusal(metadata.signIn.redeem(text, 'short', origin))).toEqual([
      400,
      'The password has less than 12 characters',
    ]);
    await metadata.signIn.redeem(text, password, origin);
  });

  it('2: a deactivated user loses access at once, on every node, and 3: later signs in again with the old password', async () => {
    const { session } = await join();
    expect(await whoIs(session.text)).toBe('Bob');
    await beside.changes.changeRights({ accountId, by }, (change) =>
      beside.users.update(change, bob.id, { status: 'deactivated' }),
    );
    await eventually(async () => expect(await refusal(sessions.personOf(session.text))).toEqual(ended));
    expect(await refusal(signIn())).toEqual(wrong);
    await beside.changes.changeRights({ accountId, by }, (change) =>
      beside.users.update(change, bob.id, { status: 'active' }),
    );
    expect(await refusal(sessions.personOf(session.text))).toEqual(ended);
    expect(await whoIs((await signIn()).session.text)).toBe('Bob');
  });

  it('a refusal does not reveal what was wrong', async () => {
    await join();
    for (const bad of [{ username: 'nobody' }, { password: `${password}x` }, { username: '' }, { password: '' }]) {
      expect(await refusal(signIn(bad))).toEqual(wrong);
    }
    expect(await refusal(signIn({ username: 'x'.repeat(100_000) }))).toEqual(wrong);
    expect(await refusal(signIn({ username: 'a\u0000b' }))).toEqual(wrong);
    expect(await refusal(signIn({ username: 'admin' }))).toEqual(wrong);
  });

  it('ten failures lock a name at an address for a quarter of an hour, for existing and unknown users', async () => {
    await join();
    const locked = [429, 'Too many failed attempts; try again later'];
    for (const username of ['bob', 'nobody']) {
      for (let times = 0; times < 10; times += 1) {
        expect(await refusal(signIn({ username, password: 'wrong password' }))).toEqual(wrong);
        clock.time += minute;
      }
      expect(await refusal(signIn({ username }))).toEqual(locked);
      expect(await refusal(signIn({ username: username.toUpperCase() }))).toEqual(locked);
    }
    expect(await whoIs((await signIn({ address: '192.0.2.2' })).session.text)).toBe('Bob');
    clock.time += 4 * minute;
    expect(await whoIs((await signIn()).session.text)).toBe('Bob');
    expect(await refusal(signIn({ password: 'wrong password' }))).toEqual(wrong);
  });

  it('ten concurrent failures lock a name', async () => {
    await join();
    const refusals = await Promise.all(
      Array.from({ length: 60 }, () => refusal(signIn({ password: 'wrong password' }))),
    );
    const tried = refusals.filter((one) => JSON.stringify(one) === JSON.stringify(wrong));
    // Two are hashed in parallel.
    expect(tried.length).toBeGreaterThanOrEqual(10);
    expect(tried.length).toBeLessThanOrEqual(11);
    expect(await refusal(signIn())).toEqual([429, 'Too many failed attempts; try again later']);
  });

  it('a hundred failures lock a network for a quarter of an hour, with any names', async () => {
    await join();
    const locked = [429, 'Too many failed attempts; try again later'];
    for (let times = 0; times < 100; times += 1) {
      const address = `2001:db8::${times}`;
      expect(await refusal(signIn({ username: `nobody${times}`, address }))).toEqual(wrong);
    }
    expect(await refusal(signIn({ address: '2001:db8::ffff' }))).toEqual(locked);
    expect(await whoIs((await signIn({ address: '2001:db8:0:1::1' })).session.text)).toBe('Bob');
    clock.time += 15 * minute;
    expect(await whoIs((await signIn({ address: '2001:db8::ffff' })).session.text)).toBe('Bob');
  });

  it('unknown names leave one audit event per quarter of an hour and network, without the typed name', async () => {
    for (const username of ['my secret passphrase', 'another one', 'a third']) {
      await refusal(signIn({ username }));
      await refusal(signIn({ username, address: '192.0.2.7' }));
    }
    clock.time += 15 * minute;
    await refusal(signIn({ username: 'a fourth' }));
    const rows = await metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const failed = rows.filter(({ event }) => event === 'Failed to log in');
    expect(failed.map(({ address, attributes }) => [address, attributes])).toEqual(
      ['192.0.2.1', '192.0.2.7', '192.0.2.1'].map((address) => [address, '{"username":"[unknown]"}']),
    );
  });

  it('a session ends after twelve idle hours, and after seven days in any case', async () => {
    const { session } = await join();
    clock.time += 12 * hour - 1;
    expect(await whoIs(session.text)).toBe('Bob');
    await eventually(async () => {
      const [one] = await metadata.sessions.list(accountId);
      expect(one?.lastUsedAt).toBe(clock.time);
    });
    clock.time += 12 * hour;
    expect(await refusal(sessions.personOf(session.text))).toEqual(ended);
    expect(await metadata.sessions.list(accountId)).toEqual([]);

    const used = (await signIn()).session;
    expect(used.expiresAt).toBe(clock.time + 7 * 24 * hour);
    for (; clock.time < used.expiresAt - 6 * hour; clock.time += 6 * hour) expect(await whoIs(used.text)).toBe('Bob');
    clock.time = used.expiresAt;
    expect(await refusal(sessions.personOf(used.text))).toEqual(ended);
  });

  it('a session that another node saw in use stays valid', async () => {
    const { session } = await join();
    await sessions.personOf(session.text);
    const { database } = metadata.store;
    clock.time += 11 * hour;
    await database.updateTable('browser_session').set({ last_used_at: clock.time }).execute();
    clock.time += 2 * hour;
    expect(await whoIs(session.text)).toBe('Bob');
  });

  it('a session ends when its user or an admin ends it', async () => {
    const [one, two] = [(await join()).session, (await signIn()).session];
    expect((await metadata.sessions.list(accountId, { userId: bob.id })).map(({ id }) => id)).toEqual([one.id, two.id]);
    await metadata.changes.changeRights({ accountId, by }, (change) => metadata.sessions.end(change, one.id));
    expect(await refusal(sessions.personOf(one.text))).toEqual(ended);
    expect(await whoIs(two.text)).toBe('Bob');
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.sessions.end(change, one.id)),
    ).rejects.toThrow('There is no session');
    await expect(
      metadata.changes.changeRights({ accountId: accountId + 1, by }, (change) =>
        metadata.sessions.end(change, two.id),
      ),
    ).rejects.toThrow();
    expect(await whoIs(two.text)).toBe('Bob');
    for (const bad of ['', 'x', two.text.slice(1), `${two.text} `]) {
      expect(await refusal(sessions.personOf(bad))).toEqual(ended);
    }
  });

  it('a user changes their own password, which ends the other sessions', async () => {
    const [mine, other] = [(await join()).session, (await signIn()).session];
    const change = (current: string, next: string) =>
      metadata.signIn.changePassword(accountId, bob.id, { current, password: next }, { ...origin, sessionId: mine.id });
    expect(await refusal(change('wrong password', 'another password'))).toEqual([403, 'The current password is wrong']);
    expect(await refusal(change(password, 'short'))).toEqual([400, 'The password has less than 12 characters']);
    await change(password, 'another password');
    expect(await whoIs(mine.text)).toBe('Bob');
    expect(await refusal(sessions.personOf(other.text))).toEqual(ended);
    expect(await refusal(signIn())).toEqual(wrong);
    await signIn({ password: 'another password' });
  });

  it('of several changes with the same old password, one succeeds', async () => {
    await join();
    const passwords = ['another password', 'other words there', 'something else'];
    const changes = await Promise.allSettled(
      passwords.map((next) =>
        metadata.signIn.changePassword(accountId, bob.id, { current: password, password: next }, origin),
      ),
    );
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const done = passwords.filter((_, index) => changes[index]?.status === 'fulfilled');
    for (const one of done) expect(await whoIs((await signIn({ password: one })).session.text)).toBe('Bob');
  });

  it('a reset link is valid for an hour, and ends every session', async () => {
    const { session } = await join();
    const { text, expiresAt } = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.signIn.resetPassword(change, bob.id),
    );
    expect(expiresAt).toBe(clock.time + hour);
    expect(await whoIs(session.text)).toBe('Bob');
    const renewed = await metadata.signIn.redeem(text, 'another password', origin);
    expect(await refusal(sessions.personOf(session.text))).toEqual(ended);
    expect(await whoIs(renewed.session.text)).toBe('Bob');
    expect(await refusal(signIn())).toEqual(wrong);
  });

  it('users managed by an identity provider have no links and no passwords', async () => {
    const scim: AuditActor = { via: 'scim' };
    const user = await metadata.changes.make({ accountId, by: scim }, (change) =>
      metadata.users.create(change, { username: 'eve', status: 'active' }),
    );
    const text = "An identity provider manages 'eve': the user has no password here";
    const { changes, signIn: service } = metadata;
    const author = { accountId, by };
    expect(await refusal(changes.make(author, (change) => service.resetPassword(change, user.id)))).toEqual([
      409,
      text,
    ]);
    expect(await refusal(changes.make(author, (change) => service.invite(change, user.id)))).toEqual([409, text]);
    const given = { current: '', password };
    expect(await refusal(service.changePassword(accountId, user.id, given, origin))).toEqual([409, text]);
  });

  it('26: successes and failures leave audit events with their address', async () => {
    await join();
    await refusal(signIn({ password: 'wrong password' }));
    await refusal(signIn({ username: 'nobody', address: '2001:db8::1' }));
    await signIn();
    expect((await events()).slice(2)).toEqual([
      ['Invited user', null, null],
      ['Changed password', 'Bob', '192.0.2.1'],
      ['Updated user profile', 'Bob', '192.0.2.1'],
      ['Logged in', 'Bob', '192.0.2.1'],
      ['Failed to log in', 'Bob', '192.0.2.1'],
      ['Failed to log in', null, '2001:db8::1'],
      ['Logged in', 'Bob', '192.0.2.1'],
    ]);
  });

  it('the store holds no typed password and no token in plain text', async () => {
    const { session } = await join();
    const link = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.signIn.resetPassword(change, bob.id),
    );
    const { database } = metadata.store;
    const tables = await Promise.all(
      (['user_password', 'sign_in_link', 'browser_session', 'audit_log', 'sign_in_failure'] as const).map((table) =>
        database.selectFrom(table).selectAll().execute(),
      ),
    );
    const all = JSON.stringify(tables);
    for (const secret of [password, session.text, link.text]) expect(all).not.toContain(secret);
  });
});
