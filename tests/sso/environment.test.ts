import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireSignInProvider } from '@orrery/contract';
import { OwnProvider } from './own-provider.ts';
import { SsoService } from './sso-service.ts';

let provider: OwnProvider;
let sso: SsoService;

beforeAll(async () => {
  provider = await OwnProvider.open();
  const { settings, clientSecret } = provider.input;
  sso = await SsoService.open({
    environment: {
      ORRERY_SSO_NAME: 'Company',
      ORRERY_SSO_ISSUER: settings.issuer,
      ORRERY_SSO_CLIENT_ID: settings.clientId,
      ORRERY_SSO_CLIENT_SECRET: clientSecret,
    },
  });
});

afterAll(async () => {
  await sso?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

it('people sign in by the provider of the settings, at an address that is known before the start', async () => {
  const methods = JSON.parse((await sso.ask('GET', '/sign-in-methods')).text) as { readonly providers: unknown };
  expect(methods.providers).toMatchObject([{ key: 'environment', name: 'Company' }]);
  provider.person = { sub: 'p-1', preferred_username: 'gina' };
  expect(await sso.signIn('environment')).toMatchObject({ hasSession: true });
});

it('admins see who sets it, and do not change it', async () => {
  const { items } = JSON.parse((await sso.ask('GET', '/sign-in-providers')).text) as {
    readonly items: readonly WireSignInProvider[];
  };
  const [shown] = items;
  expect(shown).toMatchObject({
    managedBy: 'environment',
    redirectUri: `${sso.origin}/sso/environment/callback`,
    hasSecret: true,
  });
  expect(JSON.stringify(shown)).not.toContain(provider.input.clientSecret);
  for (const [method, body] of [['PUT', { isOn: false }], ['DELETE']] as const) {
    const { status, text } = await sso.ask(method, `/sign-in-providers/${shown?.id}`, body);
    expect([status, text]).toEqual([409, expect.stringContaining('is set by ORRERY_SSO_*')]);
  }
  const other = await sso.addProvider({ ...provider.input, name: 'Other' });
  expect(other.managedBy).toBeNull();
  expect((await sso.ask('DELETE', `/sign-in-providers/${other.id}`)).status).toBe(204);
});
