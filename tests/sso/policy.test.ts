import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

const password = 'correct horse battery';
let sso: SsoService;
let provider: OwnProvider;

beforeAll(async () => {
  provider = await OwnProvider.open();
  sso = await SsoService.open();
});

afterAll(async () => {
  await sso[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function ask(method: string, path: string, body?: object) {
  const { status, text } = await sso.ask(method, path, body);
  return { status, body: text === '' ? undefined : JSON.parse(text) };
}

const signIn = (username: string, given = password) => ask('POST', '/session', { username, password: given });

it('an account requires single sign-on, and nobody comes around it', async () => {
  const invited = await ask('POST', '/users', { username: 'bob', role: 'explorer' });
  const { token } = invited.body.invitation;
  expect((await ask('POST', '/sign-in-links/redeem', { token, password })).status).toBe(200);
  const settings = { ...provider.input.settings, mayLinkAdmins: true };
  const { id, key } = await sso.addProvider({ ...provider.input, settings });
  // The admin of the key must have signed in by the provider first.
  const early = await ask('PUT', '/sign-in-policy', { requiresProvider: true });
  expect([early.status, early.body.error]).toEqual([409, expect.stringMatching(/^You would be locked out/)]);
  provider.person = { sub: 'p-1', preferred_username: 'admin' };
  const browser = new SsoBrowser();
  expect(await sso.signIn(key, { browser })).toMatchObject({ hasSession: true });

  expect(await ask('PUT', '/sign-in-policy', { requiresProvider: true, endSessions: true })).toEqual({
    status: 200,
    body: { requiresProvider: true, exceptions: [] },
  });
  expect((await ask('GET', '/sign-in-methods')).body).toMatchObject({ password: false, providers: [{ key }] });
  expect((await ask('GET', '/sign-in-methods?account=nobody')).body).toEqual({ password: true, providers: [] });
  expect(await signIn('bob')).toMatchObject({
    status: 403,
    body: { error: 'Your administrator requires single sign-on: sign in by a provider' },
  });
  const stranger = await signIn('nobody');
  expect([stranger.status, (await signIn('bob', 'another one')).body.error]).toEqual([401, stranger.body.error]);
  const sessions = (await ask('GET', '/sessions')).body.items;
  expect(sessions.map(({ username }: { readonly username: string }) => username)).toEqual(['admin']);

  // New people come by the provider, and get no link.
  const { body: carl } = await ask('POST', '/users', { username: 'carl', role: 'explorer' });
  expect([carl.status, carl.invitation]).toEqual(['invited', null]);
  expect((await ask('POST', `/users/${carl.id}/invitation`)).status).toBe(409);
  provider.person = { sub: 'p-2', preferred_username: 'carl' };
  expect(await sso.signIn(key)).toMatchObject({ hasSession: true });

  expect((await ask('PUT', `/sign-in-providers/${id}`, { isOn: false })).status).toBe(409);
  expect((await ask('DELETE', `/sign-in-providers/${id}`)).status).toBe(409);
  const { body: bob } = await ask('GET', '/users?search=bob');
  expect((await ask('PUT', '/sign-in-policy', { exceptUserIds: [bob.items[0].id] })).body.exceptions).toEqual([
    { userId: bob.items[0].id, username: 'bob' },
  ]);
  expect((await signIn('bob')).status).toBe(200);
  expect((await ask('PUT', '/sign-in-policy', { exceptUserIds: [999_999] })).status).toBe(400);
  expect((await ask('GET', '/account/settings')).body).not.toHaveProperty('signIn');
});
