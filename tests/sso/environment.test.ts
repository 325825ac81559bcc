import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireSignInProvider } from '@orrery/contract';
import { OwnGitHub } from './own-github.ts';
import { OwnProvider } from './own-provider.ts';
import { encryptedSaml } from './saml-encryption.ts';
import { makeSamlKey } from './saml-message.ts';
import { askSaml, bringSaml, rightParts, samlIssuer, samlSso, type WireSamlProvider } from './saml-service.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

const example = 'https://login.example.com';

it('people sign in by a provider of SAML, by metadata from a file or an address', async () => {
  const key = await makeSamlKey();
  const bare = key.cert.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${samlIssuer}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">
    <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${samlSso}"/>
    </IDPSSODescriptor></EntityDescriptor>`;
  const folder = await mkdtemp(join(tmpdir(), 'orrery-metadata-'));
  const file = join(folder, 'metadata.xml');
  await writeFile(file, metadata);
  const server = createServer((_, response) => void response.end(metadata));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const common = { ORRERY_SSO_KIND: 'saml', ORRERY_SSO_ENCRYPTED_ASSERTIONS: 'true' };
  for (const place of [
    { ORRERY_SSO_METADATA_FILE: file },
    { ORRERY_SSO_METADATA_URL: `http://127.0.0.1:${port}/metadata` },
  ]) {
    await using own = await SsoService.open({ now: () => Date.now(), environment: { ...common, ...place } });
    const { items } = JSON.parse((await own.ask('GET', '/sign-in-providers')).text);
    const [shown] = items as readonly WireSamlProvider[];
    expect(shown).toMatchObject({ key: 'environment', kind: 'saml', managedBy: 'environment' });
    expect(Object.keys(shown?.settings ?? {})).not.toContain('metadataUrl');
    if (!shown) throw new Error('it is not there');
    const browser = new SsoBrowser();
    const { id } = await askSaml(own, shown, browser);
    const message = encryptedSaml(rightParts(shown, id), key, shown.encryptionCertificate ?? '');
    expect(await bringSaml(own, shown, message, { browser })).toMatchObject({ hasSession: true });
    expect((await own.ask('PUT', `/sign-in-providers/${shown.id}`, { isOn: false })).status).toBe(409);
  }
  server.close();
  await rm(folder, { recursive: true });
});

it('people sign in by GitHub, at a server of its own', async () => {
  await using github = await OwnGitHub.open();
  const { settings, clientSecret } = github.input;
  await using own = await SsoService.open({
    environment: {
      ORRERY_SSO_KIND: 'github',
      ORRERY_SSO_BASE_URL: settings.baseUrl,
      ORRERY_SSO_CLIENT_ID: settings.clientId,
      ORRERY_SSO_CLIENT_SECRET: clientSecret,
    },
  });
  expect(await own.signIn('environment')).toMatchObject({ hasSession: true });
});

it('a start names every problem of a kind', async () => {
  const environment = { ORRERY_SSO_KIND: 'github', ORRERY_SSO_BASE_URL: `${example}/path`, ORRERY_SSO_CLIENT_ID: 'a' };
  await expect(SsoService.open({ environment })).rejects.toThrow(
    /ORRERY_SSO_BASE_URL must be .*\nORRERY_SSO_CLIENT_SECRET is needed/,
  );
});

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
