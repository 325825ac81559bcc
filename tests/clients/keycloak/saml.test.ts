import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../console/guarded-browser.ts';
import type { WireSamlProvider } from '../../sso/saml-service.ts';
import { SsoService } from '../../sso/sso-service.ts';
import { Keycloak } from './keycloak.ts';
import { enterPassword, personOf } from './people.ts';

const tile = 'orrery';
/** A client as Keycloak makes it, which signs the response alone; with the names that docs/sign-in.md says. */
const asDocumented = {
  saml_name_id_format: 'persistent',
  saml_force_name_id_format: 'true',
};

let keycloak: Keycloak;
let sso: SsoService;
let browser: Browser;
let provider: WireSamlProvider;

/* `npm run prove -- --only sso` runs this beside the test of OpenID Connect. */
beforeAll(async () => {
  keycloak = await Keycloak.open();
  [sso, browser] = await Promise.all([SsoService.open({ now: () => Date.now() }), openBrowser()]);
  await keycloak.serve({
    groups: [{ name: 'analysts' }, { name: 'finance' }],
    users: ['ann', 'bea', 'cleo', 'dora', 'eva'].map((username) => personOf(username)),
  });
  const policies = [{ deploymentIds: null, actions: ['DeploymentRead'] }];
  for (const name of ['of analysts', 'of finance'])
    await sso.ask('POST', '/roles', { name, base: 'developer', policies });
  const rolesByGroup = [
    { group: 'analysts', role: 'of analysts' },
    { group: 'finance', role: 'of finance' },
    { group: 'finance', role: 'Developer' },
  ];
  expect(await sso.ask('PUT', '/account/settings', { rolesByGroup })).toMatchObject({ status: 200 });
  provider = await addProvider();
  await addClient(provider.entityId ?? '', [provider.redirectUri ?? ''], {
    ...asDocumented,
    'saml.client.signature': 'false',
    saml_idp_initiated_sso_url_name: tile,
    saml_assertion_consumer_url_post: provider.redirectUri ?? '',
  });
});

afterAll(async () => {
  await browser?.close();
  await sso?.[Symbol.asyncDispose]();
  await keycloak?.[Symbol.asyncDispose]();
});

async function proposed(): Promise<{ readonly certificates: readonly string[] }> {
  const { status, text } = await sso.ask('POST', '/saml-metadata', { url: keycloak.samlMetadata });
  if (status !== 200) throw new Error(text);
  return JSON.parse(text).settings;
}

/** Sets Keycloak up by its own metadata. */
async function addProvider(given: object = {}): Promise<WireSamlProvider> {
  const settings = { ...(await proposed()), emailIsVerified: true, ...given };
  const made = await sso.addProvider({ kind: 'saml', name: 'Company', preset: 'keycloak', settings });
  if (made.kind !== 'saml') throw new Error('it is of another kind');
  return made;
}

async function addClient(
  clientId: string,
  redirectUris: readonly string[],
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  const nameformat = { 'attribute.nameformat': 'Basic' };
  const properties = { email: 'email', firstName: 'firstName', lastName: 'lastName', username: 'userName' };
  const protocolMappers = [
    ...Object.entries(properties).map(([property, name]) => ({
      name,
      protocol: 'saml',
      protocolMapper: 'saml-user-property-mapper',
      config: { 'user.attribute': property, 'attribute.name': name, ...nameformat },
    })),
    {
      name: 'groups',
      protocol: 'saml',
      protocolMapper: 'saml-group-membership-mapper',
      config: { 'attribute.name': 'groups', single: 'false', 'full.path': 'true', ...nameformat },
    },
  ];
  await keycloak.addClient({ clientId, protocol: 'saml', redirectUris, attributes, protocolMappers });
}

/** Signs in from an address, in a browser of its own, and shows the answers that Keycloak sent. */
async function signIn(username: string, start = sso.start(provider.key)) {
  const page = await (await browser.newContext()).newPage();
  const answers: string[] = [];
  page.on('request', (request) => {
    const form = new URLSearchParams(request.postData() ?? '');
    const answer = form.get('SAMLResponse');
    if (answer !== null) answers.push(Buffer.from(answer, 'base64').toString());
  });
  await page.goto(start);
  await enterPassword(page, username);
  return { page, answers };
}

async function personIn(page: Page) {
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain('orrery-session');
  const me = await (await page.request.get(`${sso.origin}/api/v1/users/me`)).json();
  return { ...me, customRoles: me.customRoles.map(({ name }: { readonly name: string }) => name).toSorted() };
}

it('a person in two groups has the roles of both, by an answer that is signed as a whole', async () => {
  const { page, answers } = await signIn('ann');
  expect(await personIn(page)).toMatchObject({
    ...{ username: 'ann', email: 'ann@example.com', displayName: 'ann Berg', role: 'developer' },
    customRoles: ['of analysts', 'of finance'],
  });
  const [answer = ''] = answers;
  // One element for each group, and one signature, of the response.
  expect(answer.match(/<saml:Attribute [^>]*Name="groups"/g)).toHaveLength(2);
  expect(answer.match(/<dsig:Signature /g)).toHaveLength(1);
  expect(answer.indexOf('<dsig:Signature ')).toBeLessThan(answer.indexOf('<saml:Assertion '));
  await page.context().close();
});

it('a person signs in from the tile of Keycloak, and arrives at the page of its RelayState', async () => {
  const { page, answers } = await signIn(
    'bea',
    `${keycloak.issuer}/protocol/saml/clients/${tile}?RelayState=${encodeURIComponent('/workspace')}`,
  );
  expect(await personIn(page)).toMatchObject({ username: 'bea', customRoles: ['of analysts', 'of finance'] });
  await page.waitForURL(`${sso.origin}/workspace`);
  expect(answers.map((answer) => answer.includes('InResponseTo='))).toEqual([false, true]);
  await page.context().close();
});

it('Keycloak reads our metadata, and demands our signature on requests', async () => {
  const signing = await addProvider({ signsRequests: true });
  const read = await keycloak.clientIn(await (await fetch(signing.metadataUri ?? '')).text());
  expect(read).toMatchObject({ clientId: signing.entityId, redirectUris: [signing.redirectUri] });
  expect(read.attributes['saml.client.signature']).toBe('true');
  await addClient(read.clientId, read.redirectUris, { ...read.attributes, ...asDocumented });
  const { page, answers } = await signIn('cleo', sso.start(signing.key));
  expect(await personIn(page)).toMatchObject({ username: 'cleo', customRoles: ['of analysts', 'of finance'] });
  // `WantAssertionsSigned` of the document is heard.
  expect(answers[0]?.match(/<dsig:Signature /g)).toHaveLength(2);
  await page.context().close();
});

/** Ways to encrypt, with what is in the answer then. */
const encryption = {
  'as it comes': [{}, ['xmlenc11#aes256-gcm', 'xmlenc11#rsa-oaep', 'xmlenc11#mgf1sha256']],
  'by AES-CBC and the older RSA-OAEP': [
    {
      'saml.encryption.algorithm': 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
      'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
    },
    ['xmlenc#aes128-cbc', 'xmlenc#rsa-oaep-mgf1p'],
  ],
} as const;

it.each(['as it comes', 'by AES-CBC and the older RSA-OAEP'] as const)(
  'Keycloak encrypts for the key in our metadata, %s',
  async (how) => {
    const encrypting = await addProvider({ wantsEncryptedAssertions: true });
    const read = await keycloak.clientIn(await (await fetch(encrypting.metadataUri ?? '')).text());
    const [chosen, expected] = encryption[how];
    const attributes = { ...read.attributes, ...asDocumented, ...chosen, 'saml.client.signature': 'false' };
    await addClient(read.clientId, read.redirectUris, attributes);
    const { page, answers } = await signIn('eva', sso.start(encrypting.key));
    expect(await personIn(page)).toMatchObject({ username: 'eva', customRoles: ['of analysts', 'of finance'] });
    for (const name of ['EncryptedAssertion', ...expected]) expect(answers[0]).toContain(name);
    await page.context().close();
  },
);

it('Keycloak rolls its key over: both are set up first, and the old one alone is refused', async () => {
  const before = (await proposed()).certificates;
  const signByNext = await keycloak.addKey();
  const { certificates } = await proposed();
  expect([before.length, certificates.length]).toEqual([1, 2]);
  const setUp = async (given: readonly string[]) =>
    expect(
      await sso.ask('PUT', `/sign-in-providers/${provider.id}`, { settings: { certificates: given } }),
    ).toMatchObject({ status: 200 });
  await setUp(certificates);
  for (const turn of [async () => undefined, signByNext]) {
    await turn();
    const { page } = await signIn('dora');
    expect(await personIn(page)).toMatchObject({ username: 'dora' });
    await page.context().close();
  }
  await setUp(before);
  const { page } = await signIn('dora');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('signed by none of the certificates');
  await page.context().close();
});
