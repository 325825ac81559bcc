import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MailServer, readMail } from '../../../../tests/servers/mail-server.ts';
import { type StorePlace, storeKinds } from '../../../../tests/servers/store-place.ts';
import { JobWorker } from '../../../store/src/job/job-worker.ts';
import { openMailer } from './mail/open-mailer.ts';
import { openSignInMail } from './open-sign-in-mail.ts';
import { PlatformFixture } from '../../../server/src/faces/platform/platform-for-test.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const password = 'correct horse battery staple';

/** Starts the Platform API, optionally a mail server, and a node that runs jobs on request. */
async function serve(kind: StorePlace['kind'], mail?: MailServer) {
  const clock = {
    at: 1_770_000_000_000,
    now() {
      return this.at;
    },
  };
  const given = mail ? { ORRERY_SMTP_URL: mail.url, ORRERY_MAIL_FROM: 'orrery@example.com' } : {};
  const fixture = await PlatformFixture.open(kind, clock, given);
  const { database } = fixture.metadata.store;
  const mailer = openMailer(fixture.place.settings);
  const origin = () => 'https://orrery.test';
  const handlers = [openSignInMail(fixture.metadata, { mailer, origin, clock, log: quiet }).forgottenPasswordHandler];
  const worker = new JobWorker({ database, handlers, most: 5, clock, steady: { now: () => 0 }, log: quiet });
  return {
    fixture,
    clock,
    work: async () => {
      await worker.step();
      await worker.idle();
    },
    forgot: (username: string, account?: string) =>
      fixture.ask('POST', '/password-resets', { key: '', body: { username, ...(account ? { account } : {}) } }),
    tokenIn: (text: string | undefined) => /https:\/\/orrery\.test\/set-password#token=([\w-]+)/.exec(text ?? '')?.[1],
  };
}

describe.each(storeKinds)('links to set passwords on %s', (kind) => {
  it('are mailed to invited users, and also shown to the admin', async () => {
    await using mail = await MailServer.open();
    const { fixture, tokenIn } = await serve(kind, mail);
    await using _ = fixture;
    const body = { username: 'bob', email: 'bob@example.com', displayName: '<b>Bob</b>', role: 'explorer' };
    const made = await fixture.ask('POST', '/users', { body });
    expect(made.body.invitation).toMatchObject({ kind: 'invitation', isMailed: true });
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
    const { mail: received, source } = mail.received[0] ?? {};
    expect(received?.subject).toBe('You are invited to Orrery');
    expect(received?.html).toContain('Hello &lt;b&gt;Bob&lt;/b&gt;');
    const token = tokenIn(received?.text);
    expect(token).toBe(made.body.invitation.token);
    expect(source).not.toContain('Bcc');
    const joined = await fixture.ask('POST', '/sign-in-links/redeem', { key: '', body: { token, password } });
    expect(joined.status).toBe(200);
    const reset = await fixture.ask('POST', `/users/${made.body.id}/password-reset`);
    expect(reset.body).toMatchObject({ kind: 'reset', isMailed: true });
    expect(mail.received).toHaveLength(2);
    const cyd = await fixture.ask('POST', '/users', { body: { username: 'cyd' } });
    expect(cyd.body.invitation.isMailed).toBe(false);
  });

  it('are shown when they cannot be mailed', async () => {
    await using mail = await MailServer.open({ refuse: () => ({ code: 550, text: 'no' }) });
    const { fixture } = await serve(kind, mail);
    await using _ = fixture;
    const made = await fixture.ask('POST', '/users', { body: { username: 'bob', email: 'bob@example.com' } });
    expect(made.status).toBe(200);
    expect(made.body.invitation).toMatchObject({ isMailed: false });
  });

  it('are mailed after a forgotten password, at limited intervals, for a name or an address', async () => {
    await using mail = await MailServer.open();
    const { fixture, clock, work, forgot, tokenIn } = await serve(kind, mail);
    await using _ = fixture;
    await fixture.keyOf({ username: 'Bob', email: 'bob@example.com', role: 'explorer' });
    expect((await forgot(' BOB ')).status).toBe(204);
    await forgot('bob');
    await work();
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
    await forgot('Bob@Example.com');
    await work();
    expect(mail.received).toHaveLength(1);
    clock.at += 5 * 60_000;
    await forgot('Bob@Example.com');
    await work();
    expect(mail.received).toHaveLength(2);
    const [first, second] = mail.received.map((one) => tokenIn(one.mail.text));
    const redeem = (token: string | undefined) =>
      fixture.ask('POST', '/sign-in-links/redeem', { key: '', body: { token, password } });
    expect([(await redeem(first)).status, (await redeem(second)).status]).toEqual([401, 200]);
  });

  it('that the server did not accept are made again and mailed later', async () => {
    let isFull = true;
    await using mail = await MailServer.open({ refuse: () => (isFull ? { code: 452, text: 'full' } : undefined) });
    const { fixture, clock, work, forgot, tokenIn } = await serve(kind, mail);
    await using _ = fixture;
    await fixture.keyOf({ username: 'bob', email: 'bob@example.com', role: 'explorer' });
    await forgot('bob');
    await work();
    isFull = false;
    clock.at += 10_000;
    await work();
    const token = tokenIn(mail.received[0]?.mail.text);
    const redeemed = await fixture.ask('POST', '/sign-in-links/redeem', { key: '', body: { token, password } });
    expect(redeemed.status).toBe(200);
  });

  it('do not reveal whether a user, account or address exists', async () => {
    await using mail = await MailServer.open();
    const { fixture, work, forgot } = await serve(kind, mail);
    await using _ = fixture;
    const { changes, users, accountId } = fixture.metadata;
    await fixture.keyOf({ username: 'bob', email: 'shared@example.com', role: 'explorer' });
    await fixture.keyOf({ username: 'cyd', email: 'shared@example.com', role: 'explorer' });
    await fixture.keyOf({ username: 'dan', role: 'explorer' });
    await fixture.ask('POST', '/users', { body: { username: 'eve', status: 'invited' } });
    const gone = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'gil', email: 'gil@example.com', role: 'viewer' }),
    );
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      users.update(change, gone.id, { status: 'deactivated' }),
    );
    const names = [
      'nobody',
      'shared@example.com',
      'dan',
      'eve',
      'gil',
      'gil@example.com',
      '',
      '%',
      '\0',
      'x'.repeat(5_000),
    ];
    const rowsBefore = (await fixture.metadata.store.database.selectFrom('audit_log').selectAll().execute()).length;
    const answers = [];
    for (const name of names) answers.push(await forgot(name));
    answers.push(await forgot('bob', 'no-such-account'));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
    const jobs = await fixture.metadata.store.database.selectFrom('job').select('kind').execute();
    expect(jobs).toHaveLength(names.length); // what is no text and no name are one, and an account that there is not
    await work();
    await work();
    await work();
    expect(await fixture.metadata.store.database.selectFrom('job').selectAll().execute()).toEqual([]);
    expect(mail.received).toEqual([]);
    const rows = await fixture.metadata.store.database.selectFrom('audit_log').selectAll().execute();
    expect(rows).toHaveLength(rowsBefore);
    expect((await fixture.ask('POST', '/password-resets', { key: '', body: {} })).status).toBe(400);
  });

  it('are limited per network', async () => {
    const { fixture, clock, forgot } = await serve(kind);
    await using _ = fixture;
    for (let index = 0; index < 100; index += 1) expect((await forgot(`name ${index}`)).status).toBe(204);
    const refused = await forgot('one more');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    clock.at += 15 * 60_000;
    expect((await forgot('one more')).status).toBe(204);
  });

  it('go to the outbox without a mail server, except those that an admin is shown', async () => {
    const { fixture, work, forgot, tokenIn } = await serve(kind);
    await using _ = fixture;
    const made = await fixture.ask('POST', '/users', { body: { username: 'bob', email: 'bob@example.com' } });
    expect(made.body.invitation.isMailed).toBe(false);
    await fixture.keyOf({ username: 'cyd', email: 'cyd@example.com', role: 'explorer' });
    await forgot('cyd');
    await work();
    const outbox = join(fixture.place.settings.dataDirectory, 'outbox');
    const [file, ...others] = readdirSync(outbox);
    expect(others).toEqual([]);
    const { to, text } = await readMail(readFileSync(join(outbox, file ?? '')));
    expect([to, tokenIn(text)]).toEqual([[{ address: 'cyd@example.com', name: '' }], expect.any(String)]);
  });
});
