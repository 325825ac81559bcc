import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, SsoService } from './sso-service.ts';

let provider: OwnProvider;
let sso: SsoService;
let key: string;
let id: number;

beforeAll(async () => {
  provider = await OwnProvider.open();
  sso = await SsoService.open();
});

afterAll(async () => {
  await sso?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

/** Metadata is read once for each provider, so that each test has its own one. */
beforeEach(async () => {
  provider.behaviour = { metadata: { end_session_endpoint: `${provider.issuer}/end?ui=small` } };
  const { settings, ...input } = provider.input;
  ({ key, id } = await sso.addProvider({ ...input, settings: { ...settings, logsOutAtProvider: true } }));
  provider.person = { sub: `p-${id}`, preferred_username: `gina-${id}` };
});

async function signedIn(): Promise<SsoBrowser> {
  const browser = new SsoBrowser();
  expect(await sso.signIn(key, { browser })).toMatchObject({ hasSession: true });
  return browser;
}

async function signOut(browser: SsoBrowser) {
  const headers = { origin: sso.origin };
  const { status, text } = await browser.open(`${sso.origin}/api/v1/session`, { init: { method: 'DELETE', headers } });
  return { status, answer: JSON.parse(text) as { readonly signOutAt: string | null } };
}

const page = (query = '') => `${sso.origin}/sso/${key}/sign-out${query}`;

it('signing out ends the session here at once, and leads to where the provider ends its own', async () => {
  const browser = await signedIn();
  expect(await signOut(browser)).toEqual({ status: 200, answer: { signOutAt: page() } });
  expect((await browser.open(`${sso.origin}/api/v1/users/me`)).status).toBe(401);
  const { way } = await browser.open(page(), { stopAt: provider.issuer });
  const there = new URL(way.at(-1) ?? '');
  expect(`${there.origin}${there.pathname}`).toBe(`${provider.issuer}/end`);
  expect(Object.fromEntries(there.searchParams)).toEqual({
    ui: 'small',
    client_id: 'orrery',
    post_logout_redirect_uri: `${sso.origin}/sign-in`,
  });
});

it('leads nowhere else, whatever the address says', async () => {
  const evil = encodeURIComponent('https://evil.example/');
  const query = `?post_logout_redirect_uri=${evil}&next=${evil}&client_id=other&state=x&id_token_hint=x`;
  const [plain, asked] = [
    await new SsoBrowser().open(page(), { stopAt: provider.issuer }),
    await new SsoBrowser().open(page(query), { stopAt: provider.issuer }),
  ];
  expect(asked.way[1]).toBe(plain.way[1]);
});

it('is not done by default, by providers that are off, and for sessions of passwords', async () => {
  const browser = await signedIn();
  await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { logsOutAtProvider: false } });
  expect((await signOut(browser)).answer).toEqual({ signOutAt: null });
  expect(await new SsoBrowser().open(page())).toMatchObject({ status: 404, way: [page()] });
  const { key: usual } = await sso.addProvider(provider.input);
  const other = new SsoBrowser();
  provider.person = { sub: 'p-usual', preferred_username: 'usual' };
  expect(await sso.signIn(usual, { browser: other })).toMatchObject({ hasSession: true });
  expect((await signOut(other)).answer).toEqual({ signOutAt: null });
  await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { logsOutAtProvider: true } });
  provider.person = { sub: `p-${id}`, preferred_username: `gina-${id}` };
  const late = await signedIn();
  await sso.ask('PUT', `/sign-in-providers/${id}`, { isOn: false });
  expect((await signOut(late)).answer).toEqual({ signOutAt: null });
});

it('says so where the provider has no address for it, or does not answer', async () => {
  provider.behaviour = {};
  const { status, text } = await new SsoBrowser().open(page());
  expect([status, sentenceIn(text)]).toEqual([
    404,
    'You are signed out here. Company names no address to sign out at, so you may still be signed in there.',
  ]);
  provider.behaviour = { isAway: true };
  await sso.ask('PUT', `/sign-in-providers/${id}`, { name: 'Company' });
  const away = await new SsoBrowser().open(page());
  expect([away.status, sentenceIn(away.text)]).toEqual([
    503,
    'You are signed out here. Company could not be reached, so you may still be signed in there.',
  ]);
});
