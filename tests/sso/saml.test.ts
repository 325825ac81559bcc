import { auth } from 'samlp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSamlKey, samlAttributes, type SamlKey } from './saml-message.ts';
import {
  addSaml,
  askSaml,
  bringSaml,
  rightParts,
  samlIssuer,
  samlSso,
  signedSaml,
  signInBySaml,
  type WireSamlProvider,
} from './saml-service.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

const formats = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
let sso: SsoService;
let key: SamlKey;
let provider: WireSamlProvider;

beforeAll(async () => {
  key = await makeSamlKey();
  sso = await SsoService.open({ now: () => Date.now() });
  provider = await addSaml(sso, key);
  await sso.ask('PUT', '/account/settings', { rolesByGroup: [{ group: 'finance', role: 'Developer' }] });
});

afterAll(() => sso[Symbol.asyncDispose]());

const userNamed = (name: string) => sso.metadata.users.find(sso.metadata.accountId, name);

interface Asked {
  readonly settings: object;
  readonly signs?: { readonly signResponse: boolean; readonly signAssertion: boolean };
  readonly nameId: string;
  readonly format: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Signs in at `samlp`, which reads our request and writes the answer. */
async function signInAtSamlp({ settings, signs, nameId, format, claims }: Asked) {
  const made = await addSaml(sso, key, settings);
  const browser = new SsoBrowser();
  const { url } = await askSaml(sso, made, browser);
  const address = made.redirectUri ?? '';
  const message = await new Promise<string>((resolve, reject) => {
    const own = made.ownCertificate === null ? {} : { signingCert: made.ownCertificate, deflate: true };
    const handle = auth({
      ...{ issuer: samlIssuer, cert: key.cert, key: key.key, destination: address, recipient: address },
      ...{ lifetimeInSeconds: 300, ...signs, ...own },
      profileMapper: () => ({
        getClaims: () => claims,
        getNameIdentifier: () => ({ nameIdentifier: nameId, nameIdentifierFormat: format }),
      }),
      getPostURL: (_audience, _request, _incoming, done) => done(null, address),
      responseHandler: (answer) => resolve(answer.toString()),
    });
    const request = { method: 'GET', query: Object.fromEntries(url.searchParams), user: { id: nameId } } as const;
    handle(request, {}, reject);
  });
  return bringSaml(sso, made, message, { browser });
}

describe('a person of samlp', () => {
  it.each([
    ['assertion', { signResponse: false, signAssertion: true }, false],
    ['response', { signResponse: true, signAssertion: false }, false],
    ['both', { signResponse: true, signAssertion: true }, true],
  ] as const)('signs in by the signature of %s', async (which, signs, signsRequests) => {
    const claims = { [`${soap}/emailaddress`]: 'gina@example.com', [`${soap}/givenname`]: 'Gina' };
    const name = `gina-${which}`;
    const signedIn = await signInAtSamlp({
      settings: { signsRequests },
      signs,
      nameId: name,
      format: `${formats}persistent`,
      claims: { ...claims, [`${soap}/name`]: name, 'http://schemas.xmlsoap.org/claims/Group': ['finance', 'others'] },
    });
    expect(signedIn).toMatchObject({ hasSession: true });
    const user = await userNamed(name);
    // Addresses are not verified unless the settings say so.
    expect([user.givenName, user.email, user.role]).toEqual(['Gina', undefined, 'developer']);
  });
});

describe('a request', () => {
  it('asks for any way to sign in and any name, for an answer as a form', async () => {
    const { url, xml } = await askSaml(sso, provider, new SsoBrowser());
    expect([...url.searchParams.keys()]).toEqual(['SAMLRequest']);
    expect(`${url.origin}${url.pathname}`).toBe(samlSso);
    expect(xml).toContain(`AssertionConsumerServiceURL="${provider.redirectUri}"`);
    expect(xml).toContain(`>${provider.entityId}</saml:Issuer>`);
    expect(xml).not.toMatch(/RequestedAuthnContext|Format=/);
  });

  it('is signed by SHA-256 where the settings say so, and passes a hint on', async () => {
    const signing = await addSaml(sso, key, { signsRequests: true });
    const { url } = await askSaml(sso, signing, new SsoBrowser(), '?login_hint=gina');
    expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(url.searchParams.get('login_hint')).toBe('gina');
    const document = await (await fetch(signing.metadataUri ?? '')).text();
    expect(document).toContain('AuthnRequestsSigned="true"');
    expect(document).toContain(signing.ownCertificate?.split('\n')[1]);
  });
});

describe('who it is', () => {
  it('is a person with all groups, one element each, with a slash or without', async () => {
    const attributes = samlAttributes({ uid: 'grete', groups: ['/analysts', ' /finance '] });
    expect(await signInBySaml(sso, provider, key, { nameId: 'g-1', attributes })).toMatchObject({ hasSession: true });
    expect((await userNamed('grete')).role).toBe('developer');
  });

  it.each([
    ['urn:oid', 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
    ['claims', `${soap}/emailaddress`, `${soap}/givenname`, `${soap}/surname`],
    ['plain', 'email', 'firstName', 'lastName'],
  ])('has its fields in the spelling %s', async (spelling, mail, first, last) => {
    const vouching = await addSaml(sso, key, { emailIsVerified: true, linkBy: ['email'] });
    const email = `${spelling.replace(':', '-')}@example.com`;
    const attributes = samlAttributes({ [mail]: email, [first]: 'Ada', [last]: 'Lang' });
    expect(await signInBySaml(sso, vouching, key, { attributes })).toMatchObject({ hasSession: true });
    const user = await userNamed(email);
    expect([user.email, user.givenName, user.familyName]).toEqual([email, 'Ada', 'Lang']);
  });

  it('is nobody by a NameID that changes, and says what to do', async () => {
    for (const [given, expected] of [
      [{ format: `${formats}transient` }, /its NameID is another one each time \(transient\)/],
      [
        { format: emailFormat, nameId: 'a@example.com' },
        /its NameID has the format '\S+emailAddress' and not persistent/,
      ],
    ] as const) {
      const { sentence, hasSession } = await signInBySaml(sso, provider, key, given);
      expect(hasSession).toBe(false);
      expect(sentence).toMatch(expected);
    }
  });

  it('is the NameID or an attribute where the settings say so', async () => {
    const byName = await addSaml(sso, key, { subject: 'nameId' });
    expect(byName.warnings.join(' ')).toContain('A NameID that is not persistent may change');
    const named = { format: unspecified, nameId: 'frida', attributes: '' };
    expect(await signInBySaml(sso, byName, key, named)).toMatchObject({ hasSession: true });
    expect((await userNamed('frida')).email).toBeUndefined();
    // The same text in another format is somebody else.
    const asAddress = { ...named, format: emailFormat };
    expect(await signInBySaml(sso, byName, key, asAddress)).toMatchObject({ status: 403, hasSession: false });
    const vouching = await addSaml(sso, key, { subject: 'nameId', emailIsVerified: true });
    const address = { ...asAddress, nameId: 'fritz@example.com' };
    expect(await signInBySaml(sso, vouching, key, address)).toMatchObject({ hasSession: true });
    expect((await userNamed('fritz@example.com')).email).toBe('fritz@example.com');
    const transient = await signInBySaml(sso, byName, key, { format: `${formats}transient` });
    expect(transient.hasSession).toBe(false);

    const byAttribute = await addSaml(sso, key, { subject: 'attribute', subjectAttribute: 'employee' });
    const attributes = samlAttributes({ employee: '4711', uid: 'edda' });
    expect(await signInBySaml(sso, byAttribute, key, { nameId: 'x', attributes })).toMatchObject({ hasSession: true });
    const { text } = await sso.ask('GET', '/sign-in-identities?first=1000');
    expect(text).toContain('"subject":"4711"');
    for (const none of [samlAttributes({ uid: 'edda' }), samlAttributes({ employee: ['1', '2'] })]) {
      const { sentence, hasSession } = await signInBySaml(sso, byAttribute, key, { attributes: none });
      expect([hasSession, sentence]).toEqual([false, expect.stringContaining("values of the attribute 'employee'")]);
    }
  });

  it('links nobody by an address that nobody vouched for', async () => {
    await sso.ask('POST', '/users', { username: 'ann', role: 'explorer', email: 'ann@example.com' });
    const attributes = samlAttributes({ email: 'ann@example.com' });
    const linking = await addSaml(sso, key, { linkBy: ['email'], mayMake: false });
    expect(await signInBySaml(sso, linking, key, { nameId: 'a-1', attributes })).toMatchObject({
      status: 403,
      hasSession: false,
    });
    await sso.ask('PUT', `/sign-in-providers/${linking.id}`, { settings: { emailIsVerified: true } });
    expect(await signInBySaml(sso, linking, key, { nameId: 'a-1', attributes })).toMatchObject({ hasSession: true });
    // Neither by a NameID that is one, although the user has it for a name.
    await sso.ask('POST', '/users', { username: 'arno@example.com', role: 'explorer' });
    const byName = await addSaml(sso, key, { subject: 'nameId', mayMake: false });
    const own = { format: emailFormat, nameId: 'arno@example.com', attributes: '' };
    expect(await signInBySaml(sso, byName, key, own)).toMatchObject({ status: 403, hasSession: false });
  });
});

describe('the page after a sign-in', () => {
  it('is the one that it began for, whatever the answer says', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser, '?next=/explore');
    const message = signedSaml(rightParts(provider, id), key);
    const { way } = await bringSaml(sso, provider, message, { browser, relayState: 'https://evil.example/' });
    expect(way[1]).toBe(`${sso.origin}/explore`);
  });
});

describe('a sign-in that began at the provider', () => {
  const unasked = (of: 'Assertion' | 'Response' = 'Assertion') =>
    signedSaml(
      { ...rightParts(provider, undefined), nameId: 'u-1', attributes: samlAttributes({ uid: 'ulla' }) },
      key,
      of,
    );

  it.each([
    [undefined, null],
    ['/workspace', '/workspace'],
    ['own/workspace', '/workspace'],
    ['https://evil.example/', null],
    ['//evil.example/', null],
  ])('goes on here by a request of ours, so that nobody else signs a browser in: %j', async (relayState, next) => {
    const browser = new SsoBrowser();
    const given = relayState?.replace(/^own/, sso.origin);
    const brought = await bringSaml(sso, provider, unasked(), {
      browser,
      ...(given === undefined ? {} : { relayState: given }),
    });
    expect(brought.hasSession).toBe(false);
    expect(new URL(brought.way[0] ?? '').searchParams.get('next')).toBe(next);
    const request = new URL(brought.way.at(-1) ?? '');
    expect(`${request.origin}${request.pathname}`).toBe(samlSso);
  });

  it('ends where the provider never says which sign-in it answers', async () => {
    const browser = new SsoBrowser();
    await bringSaml(sso, provider, unasked(), { browser });
    // As a double click on the tile there.
    expect((await bringSaml(sso, provider, unasked(), { browser })).way.at(-1)).toContain(samlSso);
    const again = await bringSaml(sso, provider, unasked(), { browser });
    expect([again.hasSession, again.sentence]).toEqual([
      false,
      'Company does not say which sign-in it answers, so none can end here. Ask an administrator.',
    ]);
    const later = await bringSaml(sso, provider, unasked(), { browser });
    expect(later.way.at(-1)).toContain(samlSso);
  });

  it('takes no request that only the unsigned part of the message names', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    const message = unasked().replace(' Destination=', ` InResponseTo="${id}" Destination=`);
    const brought = await bringSaml(sso, provider, message, { browser });
    expect(brought.hasSession).toBe(false);
    expect(brought.way[0]).toContain('/start?there=1');
  });

  it('is refused where the settings say so', async () => {
    const strict = await addSaml(sso, key, { mayStartThere: false });
    const message = signedSaml(rightParts(strict, undefined), key);
    expect(await bringSaml(sso, strict, message)).toMatchObject({
      status: 400,
      sentence: 'A sign-in by Company begins on the sign-in page here. Start there.',
    });
  });
});

it('is in the audit log by its own names', async () => {
  const audited = await addSaml(sso, key, {});
  await signInBySaml(sso, audited, key, { nameId: 'l-1', attributes: samlAttributes({ uid: 'lotte' }) });
  const { items } = JSON.parse((await sso.ask('GET', '/audit-logs?first=1000')).text);
  const told = items.map(({ event, attributes }: Record<string, unknown>) => ({ event, attributes }));
  expect(told).toContainEqual({ event: 'Redirected to SAML provider for login', attributes: { provider: 'Company' } });
  expect(told).toContainEqual({
    event: 'Logged in via SAML',
    attributes: expect.objectContaining({ method: 'saml', provider: 'Company', username: 'lotte' }),
  });
});

describe('addresses of the other kind', () => {
  it('are not there', async () => {
    const oidc = {
      name: 'Other',
      settings: { issuer: 'https://login.example.com', clientId: 'a', authMethod: 'none' },
    };
    const { key: other } = await sso.addProvider(oidc);
    const message = signedSaml(rightParts(provider, undefined), key);
    expect(await bringSaml(sso, { key: other }, message)).toMatchObject({ status: 404 });
    expect((await fetch(`${sso.origin}/sso/${other}/metadata`)).status).toBe(404);
    const logout = { method: 'POST', body: new URLSearchParams({ logout_token: 'x' }) };
    expect((await fetch(`${sso.origin}/sso/${provider.key}/back-channel-logout`, logout)).status).toBe(404);
    expect((await fetch(`${sso.origin}/sso/${provider.key}/callback?state=x`)).status).toBe(400);
  });
});
