import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, SsoService } from './sso-service.ts';

let sso: SsoService;
let provider: OwnProvider;
let key: string;
let id: number;
/** The browser of an admin who has a session. */
let admin: SsoBrowser;

beforeAll(async () => {
  provider = await OwnProvider.open();
  sso = await SsoService.open();
  const settings = { ...provider.input.settings, mayLinkAdmins: true };
  ({ key, id } = await sso.addProvider({ ...provider.input, settings }));
  provider.person = { sub: 'p-1', preferred_username: 'admin' };
  admin = new SsoBrowser();
  await sso.signIn(key, { browser: admin });
  await sso.ask('PUT', '/account/settings', { rolesByGroup: [{ group: 'analysts', role: 'Developer' }] });
});

afterAll(async () => {
  await sso[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

beforeEach(() => {
  provider.behaviour = {};
});

async function stored() {
  const { database } = sso.metadata.store;
  return Promise.all([
    ...(['account_user', 'user_identity', 'browser_session', 'audit_log'] as const).map(async (table) =>
      (await database.selectFrom(table).select('id').execute()).map((row) => row.id),
    ),
    database.selectFrom('account').select('epoch').execute(),
  ]);
}

const test = (browser = admin) => browser.open(sso.start(key, '?test=1'));
/** The page without its marks. */
const wordsIn = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

it('shows an admin what arrived and what it would make, and makes nothing', async () => {
  provider.person = {
    ...{ sub: 'p-2', preferred_username: 'gina', email: 'gina@example.com', email_verified: false },
    ...{ groups: ['/analysts', 'others'], department: '<b>sales</b>' },
  };
  const before = await stored();
  const { status, text } = await test();
  const words = wordsIn(text);
  expect(status).toBe(200);
  expect(words).toContain("A user 'gina' would be made: nobody was found by userName, email.");
  expect(words).toContain("The role would be developer, by roles of groups: 'analysts' gives Developer.");
  expect(words).toContain('gina@example.com (not verified, so it links nobody)');
  expect(text).toContain('&lt;b&gt;sales&lt;/b&gt;');
  expect(text).not.toContain('<b>sales');
  expect(await stored()).toEqual(before);
});

it.each([
  [{ sub: 'p-1', preferred_username: 'renamed' }, "The person is 'admin', who signed in by it before as this subject."],
  [{ sub: 'p-3', preferred_username: 'Ann' }, "The person would become 'ann', found by userName."],
  [{ sub: 'p-4', preferred_username: 'admin' }, "The person would be refused: 'admin' has another identity"],
  [{ sub: 'p-5', preferred_username: 'new' }, 'the default of the account, since no list of groups arrived'],
])('%j: %s', async (person, sentence) => {
  const { users, accountId } = sso.metadata;
  await users.find(accountId, 'ann').catch(() => sso.ask('POST', '/users', { username: 'ann', role: 'explorer' }));
  provider.person = person;
  const before = await stored();
  expect(wordsIn((await test()).text)).toContain(sentence);
  expect(await stored()).toEqual(before);
});

it('says why an answer is refused, and works while the provider is off', async () => {
  provider.person = { sub: 'p-2', preferred_username: 'gina' };
  provider.behaviour = { claims: { aud: 'another' } };
  const other = wordsIn((await test()).text);
  expect(other).toMatch(/It failed at the second of four steps.* Reason: .*What had arrived until then.* aud another /);
  expect(other).toContain('code (in the address) is there');
  provider.behaviour = { tokenError: 'invalid_client' };
  const refused = wordsIn((await test()).text);
  expect(refused).toMatch(
    /Only an administrator can mend them.* error invalid_client .*status of the token endpoint \d+/,
  );
  provider.behaviour = { claims: { preferred_username: undefined, sub: 'p-9' } };
  expect(wordsIn((await test()).text)).not.toContain('It failed');
  // Somebody who signs in reads one sentence.
  provider.behaviour = { tokenError: 'invalid_client' };
  const person = await new SsoBrowser().open(sso.start(key));
  expect(person.text).not.toMatch(/steps|Reason|token endpoint/);
  provider.behaviour = {};
  // Without another way in, the admin could not switch it off.
  const me = JSON.parse((await sso.ask('GET', '/users/me')).text) as { readonly id: number };
  const password = { user_id: me.id, hash: 'of a password', set_at: 1 };
  await sso.metadata.store.database.insertInto('user_password').values(password).execute();
  await sso.ask('PUT', `/sign-in-providers/${id}`, { isOn: false });
  expect(wordsIn((await test()).text)).toContain('The provider is off, so nobody signs in by it now.');
  expect((await new SsoBrowser().open(sso.start(key))).status).toBe(404);
  await sso.ask('PUT', `/sign-in-providers/${id}`, { isOn: true });
});

it('says why the provider cannot be asked, at the beginning and at the end', async () => {
  provider.person = { sub: 'p-2', preferred_username: 'gina' };
  const wrong = { issuer: `${provider.issuer}/else`, clientId: 'orrery' };
  const other = await sso.addProvider({ ...provider.input, name: 'Other', settings: wrong });
  const begun = await admin.open(sso.start(other.key, '?test=1'));
  expect(wordsIn(begun.text)).toMatch(/Test of Other .*first of four steps.* Reason: /);
  // Somebody who signs in reads no reason.
  expect((await new SsoBrowser().open(sso.start(other.key))).text).not.toContain('Reason:');

  await using fresh = await OwnProvider.open();
  const late = await sso.addProvider({ ...fresh.input, name: 'Late' });
  const { way } = await admin.open(sso.start(late.key, '?test=1'), { stopAt: '/callback?' });
  fresh.behaviour = { isAway: true };
  // A change of the provider makes its document be read again.
  await sso.ask('PUT', `/sign-in-providers/${late.id}`, { name: 'Late one' });
  const ended = await admin.open(way.at(-1) ?? '');
  expect(wordsIn(ended.text)).toMatch(/Test of Late one .* could not be reached.* Reason: /);
});

it('is for admins of the account, from beginning to end', async () => {
  const only = 'Only admins who are signed in test a provider. Sign in, then start again.';
  const viewer = new SsoBrowser();
  provider.person = { sub: 'p-6', preferred_username: 'vera' };
  await sso.signIn(key, { browser: viewer });
  for (const browser of [new SsoBrowser(), viewer]) {
    const { status, text } = await test(browser);
    expect([status, sentenceIn(text)]).toEqual([403, only]);
    expect(text).toContain('<h1>The provider was not tested</h1>');
  }
  const rival = await sso.metadata.accounts.create('rival');
  const foreign = await sso.addProvider({ ...provider.input, name: 'Rival' }, rival.key);
  const { status, text } = await admin.open(sso.start(foreign.key, '?test=1'));
  expect([status, sentenceIn(text)]).toEqual([403, only]);
  // An admin who is none any more when the answer arrives.
  const { way } = await admin.open(sso.start(key, '?test=1'), { stopAt: '/callback?' });
  const { accountId, changes, sessions } = sso.metadata;
  await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
    sessions.endAll(change, sso.service.adminId),
  );
  const late = await admin.open(way.at(-1) ?? '');
  expect([late.status, sentenceIn(late.text)]).toEqual([403, only]);
});
