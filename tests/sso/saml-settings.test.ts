import { createServer, type Server } from 'node:http';
import { signInProviderOperations } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSamlKey, type SamlKey } from './saml-message.ts';
import { addSaml, samlIssuer, samlSso } from './saml-service.ts';
import { SsoService } from './sso-service.ts';

let sso: SsoService;
let key: SamlKey;
let expired: SamlKey;
/** Stands above the others in their chains. */
let authority: SamlKey;
let server: Server;
/** Answer of the server of the provider. */
let served: { readonly status: number; readonly text: string } = { status: 200, text: '' };

beforeAll(async () => {
  [key, expired, authority] = await Promise.all([makeSamlKey(), makeSamlKey({ yearsAgo: 21 }), makeSamlKey()]);
  sso = await SsoService.open({ now: () => Date.now() });
  server = createServer(
    (_, response) => void response.writeHead(served.status, { location: samlSso }).end(served.text),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await sso[Symbol.asyncDispose]();
  await new Promise((resolve) => server.close(resolve));
});

const bare = (pem: string) => pem.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');

describe('the settings of a provider', () => {
  it('have defaults, facts of certificates, and addresses to enter there', async () => {
    const made = await addSaml(sso, key, { certificates: [bare(key.cert), expired.cert] });
    const address = `${sso.origin}/sso/${made.key}`;
    expect(made).toMatchObject({
      kind: 'saml',
      hasSecret: false,
      redirectUri: `${address}/callback`,
      entityId: `${address}/metadata`,
      metadataUri: `${address}/metadata`,
      startUri: `${address}/start`,
      ownCertificate: null,
      settings: { audience: null, subject: 'persistent', emailIsVerified: false, mayStartThere: true },
      certificates: [
        { isExpired: false, isWeak: false, subject: 'CN=Orrery test' },
        { isExpired: true, isWeak: false },
      ],
    });
    expect(made.settings.certificates[0]).toBe(key.cert);
    expect(made.warnings).toContainEqual(expect.stringContaining('has expired'));
    const methods = JSON.parse((await sso.ask('GET', '/sign-in-methods')).text);
    expect(methods.providers).toContainEqual({ key: made.key, name: 'Company', kind: 'saml', preset: null });
  });

  it('are refused with all that is wrong, those of the other kind by name', async () => {
    const settings = {
      ssoUrl: 'http://login.example.com',
      certificates: ['x'],
      issuer: 'https://a.example',
      scopes: 'openid',
    };
    const { status, text } = await sso.ask('POST', '/sign-in-providers', {
      kind: 'saml',
      name: 'Company',
      settings: { ...settings, subject: 'sub' },
      clientSecret: 'a',
    });
    expect(status).toBe(400);
    for (const part of [
      'settings.issuer is no setting of a provider of SAML',
      'settings.scopes is no setting of a provider of SAML',
      'settings.entityId is empty',
      'settings.ssoUrl must be an address',
      'settings.certificates has something at place 1 that is no certificate',
      "settings.subject must be 'persistent', 'nameId' or 'attribute'",
      'clientSecret is nothing that a provider of SAML has',
    ])
      expect(text).toContain(part);
    const oidc = { issuer: 'https://a.example', clientId: 'a', authMethod: 'none', entityId: 'x', subject: 'nameId' };
    const other = await sso.ask('POST', '/sign-in-providers', { name: 'Company', settings: oidc });
    expect(other.text).toContain('settings.entityId is no setting of a provider of OpenID Connect');
    expect(other.text).toContain("settings.subject must be 'sub' or 'oid'");
  });

  it('have a name for the audience, and warn where it is not checked', async () => {
    const made = await addSaml(sso, key, { audience: 'urn:our:name' });
    expect(made.entityId).toBe('urn:our:name');
    const change = async (settings: object) =>
      JSON.parse((await sso.ask('PUT', `/sign-in-providers/${made.id}`, { settings })).text);
    expect((await change({ audience: '' })).warnings.join(' ')).toContain('Audiences are not checked');
    expect((await change({ audience: null })).entityId).toBe(`${sso.origin}/sso/${made.key}/metadata`);
  });

  it('make a key on demand, keep it, and forget it with the setting', async () => {
    const made = await addSaml(sso, key, {});
    const change = async (input: object) =>
      JSON.parse((await sso.ask('PUT', `/sign-in-providers/${made.id}`, input)).text).ownCertificate;
    const first = await change({ settings: { signsRequests: true } });
    expect(first).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(await change({ name: 'Renamed' })).toBe(first);
    expect(await change({ settings: { signsRequests: false } })).toBeNull();
    expect(await change({ settings: { signsRequests: true } })).not.toBe(first);
    const rows = await sso.metadata.store.database.selectFrom('sign_in_provider').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });
});

it('its changes are in the audit log by one name, and its metadata by another', async () => {
  await sso.ask('POST', '/saml-metadata', { metadata: signInProviderOperations.readMetadata.example.metadata });
  const { id } = await addSaml(sso, key, {});
  await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { signsRequests: true } });
  await sso.ask('DELETE', `/sign-in-providers/${id}`);
  const rows = await sso.metadata.store.database
    .selectFrom('audit_log')
    .select(['event', 'attributes'])
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  const shown = rows.map(({ event, attributes }) => [event, JSON.parse(attributes).act]);
  const configuration = 'Updated account SAML configuration';
  expect(shown.toReversed()).toEqual([
    ['Uploaded identity provider metadata file', undefined],
    ...['created', 'updated', 'deleted'].map((act) => [configuration, act]),
  ]);
});

it('describes itself to a provider, also while that is off', async () => {
  const made = await addSaml(sso, key, { audience: 'urn:a&b' });
  await sso.ask('PUT', `/sign-in-providers/${made.id}`, { isOn: false });
  const answer = await fetch(made.metadataUri ?? '');
  expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain('entityID="urn:a&amp;b"');
  expect(text).toContain(
    `<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${made.redirectUri}"`,
  );
  expect(text).toContain('AuthnRequestsSigned="false" WantAssertionsSigned="true"');
});

describe('the metadata of a provider', () => {
  const metadata = (certificates: readonly string[], { binding = 'HTTP-Redirect', before = '' } = {}) =>
    `<?xml version="1.0"?>${before}<!-- of us --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${samlIssuer}">
      <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
        .map(
          (
            each,
          ) => `<md:KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
          ${bare(each)}</X509Certificate><X509Certificate>${bare(authority.cert)}</X509Certificate></X509Data></KeyInfo></md:KeyDescriptor>`,
        )
        .join('')}
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${samlSso}/post"/>
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${samlSso}"/>
      </md:IDPSSODescriptor></md:EntityDescriptor>`;
  const read = async (body: object) => {
    const { status, text } = await sso.ask('POST', '/saml-metadata', body);
    return { status, text, body: JSON.parse(text) };
  };
  const address = () => {
    const at = server.address();
    return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/metadata`;
  };

  it('fills the settings, from a text and from an address', async () => {
    const text = metadata([key.cert, expired.cert, key.cert]);
    served = { status: 200, text };
    for (const input of [{ metadata: text }, { url: address() }]) {
      const { body } = await read(input);
      expect(body.settings).toEqual({ entityId: samlIssuer, ssoUrl: samlSso, certificates: [key.cert, expired.cert] });
      expect(body.certificates).toMatchObject([{ isExpired: false }, { isExpired: true }]);
      expect(body.warnings).toContainEqual(expect.stringContaining('has expired'));
    }
  });

  it('is in the audit log by its address without parameters, which may be a secret', async () => {
    served = { status: 200, text: metadata([key.cert]) };
    await read({ url: `${address()}?token=of-the-provider` });
    const database = sso.metadata.store.database;
    const row = await database.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row.event).toBe('Uploaded identity provider metadata file');
    expect(JSON.parse(row.attributes)).toMatchObject({ from: address() });
  });

  it.each([
    ['without a certificate', metadata([]), 'has no certificate with an RSA key for signing'],
    [
      'without a redirect',
      () => metadata([key.cert], { binding: 'SOAP' }),
      'has no SingleSignOnService of the binding',
    ],
    [
      'with a document type',
      () => metadata([key.cert], { before: '<!DOCTYPE x>' }),
      'is no metadata of SAML: it has a document type',
    ],
    ['of nobody', '<a/>', 'describes no provider of SAML 2.0'],
    ['that is a page', '<html><body><br></body></html>', 'is no metadata of SAML'],
  ])('is refused %s', async (_, given, expected) => {
    const { status, text } = await read({ metadata: typeof given === 'string' ? given : given() });
    expect(status).toBe(400);
    expect(text).toContain(expected);
  });

  it('is refused where the address leads to none', async () => {
    const none = 'leads to no document that can be read';
    for (const answer of [
      { status: 404, text: '' },
      { status: 302, text: '' },
      { status: 200, text: 'x'.repeat(1_100_000) },
    ]) {
      served = answer;
      expect((await read({ url: address() })).text).toContain(none);
    }
    for (const url of ['ftp://a.example', 'http://login.example.com/metadata', 'https://a:b@c.example'])
      expect((await read({ url })).text).toContain('must be an address such as');
    expect((await read({})).text).toContain('must be given');
  });

  it('is not asked for in the network, unless that is allowed', async () => {
    served = { status: 200, text: metadata([key.cert]) };
    await using guarded = await SsoService.open({ signInNetworks: [] });
    const { status, text } = await guarded.ask('POST', '/saml-metadata', { url: address() });
    expect([status, text]).toEqual([400, expect.stringContaining('leads to no document that can be read')]);
  });
});
