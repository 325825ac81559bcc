import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

let server: SsoService;
let provider: OwnProvider;
let key: string;
let person: { readonly sub: string; readonly email_verified: true; readonly email: string };
/** Time by which the clock of the server is ahead of that of the provider. */
let aheadMs: number;

beforeAll(async () => {
  aheadMs = 0;
  [server, provider] = await Promise.all([SsoService.open({ now: () => Date.now() + aheadMs }), OwnProvider.open()]);
  ({ key } = await server.addProvider(provider.input));
});

beforeEach(() => {
  const sub = `p-${crypto.randomUUID()}`;
  person = { sub, email: `${sub}@example.com`, email_verified: true };
});

afterEach(() => {
  aheadMs = 0;
  provider.behaviour = {};
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

/** A browser with a session that begins at the provider. */
async function signedIn(sid?: string): Promise<SsoBrowser> {
  provider.person = { ...person, preferred_username: person.sub, ...(sid === undefined ? {} : { sid }) };
  const browser = new SsoBrowser();
  expect(await server.signIn(key, { browser })).toMatchObject({ hasSession: true });
  return browser;
}

async function isSignedIn(browser: SsoBrowser): Promise<boolean> {
  const { status } = await browser.open(`${server.origin}/api/v1/users/me`);
  return status === 200;
}

async function say(token: string, at = key) {
  const body = new URLSearchParams({ logout_token: token });
  const answer = await fetch(`${server.origin}/sso/${at}/back-channel-logout`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), cache: answer.headers.get('cache-control') };
}

const logOut = async (claims: object) => say(await provider.logoutToken({ ...claims }));

describe('a provider that says that a session is over', () => {
  it('ends that session, and no other one of the person', async () => {
    const [one, other] = [await signedIn('s-1'), await signedIn('s-2')];
    expect(await logOut({ sub: person.sub, sid: 's-1' })).toMatchObject({ status: 200, cache: 'no-store', text: '' });
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    expect((await logOut({ sid: 's-2' })).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    const rows = await server.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const last = rows.at(-1);
    expect([last?.event, JSON.parse(last?.attributes ?? '')]).toMatchObject([
      'Logged out',
      { method: 'back-channel', provider: 'Company' },
    ]);
  });

  it('ends all sessions of the person where it names none, and where it gave none a name', async () => {
    const all = [await signedIn('s-3'), await signedIn('s-4'), await signedIn()];
    const stranger = person;
    person = { ...person, sub: `${person.sub}-other`, email: `other-${person.email}` };
    const other = await signedIn('s-5');
    expect((await logOut({ sub: stranger.sub, sid: 's-unknown' })).status).toBe(200);
    expect(await Promise.all([...all, other].map(isSignedIn))).toEqual([true, true, false, true]);
    expect((await logOut({ sub: stranger.sub })).status).toBe(200);
    expect(await Promise.all([...all, other].map(isSignedIn))).toEqual([false, false, false, true]);
    // The name of a session of somebody else, beside one's own.
    expect((await logOut({ sub: stranger.sub, sid: 's-5' })).status).toBe(200);
    expect(await isSignedIn(other)).toBe(true);
  });

  it('leaves sessions that began later, and passwords, as they are', async () => {
    const token = await provider.logoutToken({ sub: person.sub });
    aheadMs = 181_000;
    provider.behaviour = { ahead: 181 };
    const later = await signedIn('s-6');
    expect((await say(token)).status).toBe(200);
    expect(await isSignedIn(later)).toBe(true);
  });

  it('is the provider of that account and no other one', async () => {
    const browser = await signedIn('s-7');
    await using another = await OwnProvider.open();
    const { key: anotherKey } = await server.addProvider(another.input);
    const { key: sameIssuer } = await server.addProvider(provider.input);
    const claims = { sub: person.sub, sid: 's-7' };
    expect((await say(await another.logoutToken(claims), anotherKey)).status).toBe(200);
    expect((await say(await another.logoutToken(claims))).status).toBe(400);
    expect((await say(await another.logoutToken({ ...claims, iss: provider.issuer }))).status).toBe(400);
    expect((await say(await provider.logoutToken(claims), anotherKey)).status).toBe(400);
    expect((await say(await provider.logoutToken(claims), sameIssuer)).status).toBe(200);
    expect((await say(await provider.logoutToken(claims), 'abcdefghjk')).status).toBe(404);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1_000);

  it.each<[string, () => object, string]>([
    ['of another issuer', () => ({ iss: 'https://elsewhere.example' }), 'iss'],
    ['for another client', () => ({ aud: 'another' }), 'aud'],
    ['without an event', () => ({ events: undefined }), 'events'],
    ['with another event', () => ({ events: { other: {} } }), 'events'],
    ['with a nonce, as ID tokens have', () => ({ nonce: 'n' }), 'nonce'],
    ['without a name of its own', () => ({ jti: undefined }), 'jti'],
    ['without a time', () => ({ iat: undefined }), 'iat'],
    ['of ten minutes ago', () => ({ iat: now() - 600, exp: now() + 60 }), 'over'],
    ['of the future', () => ({ iat: now() + 600, exp: now() + 900 }), 'over'],
    ['that is over', () => ({ exp: now() - 200 }), 'over'],
    ['that names nobody', () => ({ sub: undefined, sid: undefined }), 'neither'],
    ['whose names are no texts', () => ({ sub: 1, sid: { $ne: '' } }), 'neither'],
  ])('%s is refused in a sentence, and ends nothing', async (_, claims, word) => {
    const browser = await signedIn('s-8');
    const { status, text } = await logOut({ sub: person.sub, sid: 's-8', ...claims() });
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: 'invalid_request', error_description: expect.stringContaining(word) },
    ]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(['none', 'HS256', 'another key'] as const)('signed by %s is refused', async (sign) => {
    const browser = await signedIn('s-9');
    const token = await provider.logoutToken({ sub: person.sub, sid: 's-9' }, { sign });
    expect((await say(token)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('of another type is refused, and one without a type is taken', async () => {
    const browser = await signedIn('s-10');
    const claims = { sub: person.sub, sid: 's-10' };
    expect((await say(await provider.logoutToken(claims, { typ: 'at+jwt' }))).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await say(await provider.logoutToken(claims, { typ: '' }))).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('of strangers causes no request', async () => {
    await using asked = await OwnProvider.open();
    const { key: unread } = await server.addProvider(asked.input);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = (payload: object) => `${part({ alg: 'RS256' })}.${part(payload)}.${part({})}`;
    const bad = [
      '',
      'x',
      'a.b.c',
      'x'.repeat(10_000),
      unsigned({}),
      unsigned({ iss: asked.issuer, aud: 'orrery', events }),
    ];
    for (const token of bad) expect((await say(token, unread)).status).toBe(400);
    expect(asked.asked).toEqual([]);
  });

  it('cannot be read while the provider is away', async () => {
    await using away = await OwnProvider.open();
    const { key: at } = await server.addProvider(away.input);
    const token = await away.logoutToken({ sub: 'p' });
    away.behaviour = { isAway: true };
    expect((await say(token, at)).status).toBe(503);
    away.behaviour = {};
    expect((await say(token, at)).status).toBe(200);
  });
});
