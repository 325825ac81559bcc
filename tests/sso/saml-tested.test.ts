import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSamlKey, samlAttributes, samlMessage, type SamlKey, signSaml } from './saml-message.ts';
import {
  addSaml,
  askSaml,
  bringSaml,
  rightParts,
  signedSaml,
  signInBySaml,
  type WireSamlProvider,
} from './saml-service.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

let sso: SsoService;
let key: SamlKey;
let provider: WireSamlProvider;
let admin: SsoBrowser;

beforeAll(async () => {
  key = await makeSamlKey();
  sso = await SsoService.open({ now: () => Date.now() });
  provider = await addSaml(sso, key, { mayLinkAdmins: true });
  admin = new SsoBrowser();
  await signInBySaml(
    sso,
    provider,
    key,
    { nameId: 'root', attributes: samlAttributes({ uid: 'admin' }) },
    { browser: admin },
  );
});

afterAll(() => sso[Symbol.asyncDispose]());

/** The page without its marks. */
const wordsIn = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const count = async () => {
  const { database } = sso.metadata.store;
  const rows = await database.selectFrom('account_user').select('id').execute();
  return rows.length;
};

it('shows an admin every attribute, what was made of it, and how it was signed', async () => {
  const before = await count();
  const { id } = await askSaml(sso, provider, admin, '?test=1');
  const attributes = samlAttributes({ uid: 'nina', groups: ['/analysts', 'others'], department: '&lt;b&gt;sales' });
  const message = samlMessage({ ...rightParts(provider, id), nameId: 'n-1', attributes });
  const { status, text } = await bringSaml(sso, provider, signSaml(message, 'Assertion', key, 'SHA-1'), {
    browser: admin,
  });
  const words = wordsIn(text);
  expect(status).toBe(200);
  expect(words).toContain('NameID n-1 NameID format urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
  expect(words).toContain('groups ["/analysts","others"]');
  expect(words).toContain("A user 'nina' would be made");
  expect(words).toContain('The provider signs by SHA-1');
  expect(text).toContain('&lt;b&gt;sales');
  expect(await count()).toBe(before);
});

it('says why an answer would be refused, before and after it is read', async () => {
  for (const [given, expected] of [
    [
      { audience: 'https://other.example.com' },
      "is for the entity id 'https://other.example.com', and that of this server is",
    ],
    [{ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'Reason: its NameID is another one each time'],
  ] as const) {
    const { id } = await askSaml(sso, provider, admin, '?test=1');
    const message = signedSaml({ ...rightParts(provider, id), ...given }, key);
    const { text } = await bringSaml(sso, provider, message, { browser: admin });
    expect(wordsIn(text)).toContain('Test of Company Nobody was signed in');
    expect(wordsIn(text)).toContain(expected);
    expect(wordsIn(text)).toMatch(
      /It failed at the (?:second|third) of four steps.*What had arrived until then.* NameID /,
    );
  }
});

it('is for the admin who began it alone', async () => {
  const { id } = await askSaml(sso, provider, admin, '?test=1');
  const wrong = signedSaml({ ...rightParts(provider, id), audience: 'x' }, key);
  const { sentence, text } = await bringSaml(sso, provider, wrong, { browser: new SsoBrowser() });
  expect(sentence).toBe('This sign-in began in another browser. Start again in this one.');
  expect(text).not.toContain('Reason:');
});
