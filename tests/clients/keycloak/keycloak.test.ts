import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { ConsoleService } from '../../console/console-service.ts';
import { eventually } from '../../eventually.ts';
import { SsoService } from '../../sso/sso-service.ts';
import { Keycloak } from './keycloak.ts';
import { enterPassword, personOf } from './people.ts';

const clientSecret = 'a-secret-of-the-client-that-is-long-enough';

let keycloak: Keycloak;
let console: ConsoleService;
let sso: SsoService;

/* `npm run prove -- --only sso` runs this: it fetches Keycloak by Maven into a folder of its own. */
beforeAll(async () => {
  keycloak = await Keycloak.open();
  console = await ConsoleService.open({}, undefined, Date.now, { signInNetworks: ['127.0.0.1'] });
  sso = new SsoService(console.service);
  await keycloak.serve({
    groups: [{ name: 'analysts' }, { name: 'finance' }],
    users: ['ann', 'bea'].map((username) => personOf(username)),
  });
  await sso.ask('PUT', '/account/settings', { rolesByGroup: [{ group: 'finance', role: 'Developer' }] });
  const provider = await sso.addProvider({
    name: 'Company',
    preset: 'keycloak',
    settings: { issuer: keycloak.issuer, clientId: 'orrery' },
    clientSecret,
  });
  if (provider.kind !== 'oidc') throw new Error('it is of another kind');
  await keycloak.addClient({
    clientId: 'orrery',
    secret: clientSecret,
    redirectUris: [provider.redirectUri],
    attributes: {
      'pkce.code.challenge.method': 'S256',
      'backchannel.logout.url': provider.backChannelUri,
      'backchannel.logout.session.required': 'true',
    },
    protocolMappers: [
      {
        name: 'groups',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-group-membership-mapper',
        config: { 'claim.name': 'groups', 'full.path': 'true', 'id.token.claim': 'true' },
      },
    ],
  });
});

afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await keycloak?.[Symbol.asyncDispose]();
});

/** Signs a person in by the button of the sign-in page. */
async function signIn(username: string): Promise<Page> {
  const page = await (await console.browser.newContext()).newPage();
  await page.goto(`${sso.origin}/workspace`);
  await page.getByRole('link', { name: 'Sign in with Company' }).click();
  await enterPassword(page, username);
  await page.getByRole('heading', { name: 'Workspace', level: 1 }).waitFor();
  return page;
}

const statusOf = async (page: Page) => (await page.request.get(`${sso.origin}/api/v1/users/me`)).status();

/** Times from an event until a session is refused. */
async function refusedAfter(page: Page, event: () => Promise<unknown>): Promise<number> {
  expect(await statusOf(page)).toBe(200);
  await event();
  const since = performance.now();
  await eventually(async () => expect(await statusOf(page)).toBe(401));
  return performance.now() - since;
}

it('a person in two groups signs in, has the role of one of them, and is thrown out when SCIM deactivates them', async () => {
  const page = await signIn('ann');
  const { users, accountId } = sso.metadata;
  const { role, email, displayName } = await users.find(accountId, 'ann');
  expect([role, email, displayName]).toEqual(['developer', 'ann@example.com', 'ann Berg']);
  const { service } = console;
  const [{ id }] = (await service.list('/Users', { filter: 'userName eq "ann"' })).body.Resources;
  const deactivate = { op: 'replace', path: 'active', value: false };
  expect(await refusedAfter(page, () => service.patch(`/Users/${id}`, deactivate))).toBeLessThan(1_000);
  await page.goto(`${sso.origin}/workspace`);
  await page.getByRole('link', { name: 'Sign in with Company' }).click();
  // The session at Keycloak goes on, so that it asks for nothing.
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/deactivated|no account/);
  expect(await statusOf(page)).toBe(401);
  await page.context().close();
});

it('a session ends when an admin of Keycloak ends it there', async () => {
  const page = await signIn('bea');
  expect(await refusedAfter(page, () => keycloak.endSessionsOf('bea'))).toBeLessThan(1_000);
  await page.context().close();
});
