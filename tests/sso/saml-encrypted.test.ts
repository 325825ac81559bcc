import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { dataAlgorithms, encryptedSaml, type SamlEncryption } from './saml-encryption.ts';
import { makeSamlKey, samlAttributes, type SamlKey, type SamlParts } from './saml-message.ts';
import { addSaml, askSaml, bringSaml, rightParts, signedSaml, type WireSamlProvider } from './saml-service.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

type Encryption = SamlEncryption & { readonly of?: 'Response' | 'Assertion' | 'both' | 'none' };

let sso: SsoService;
let key: SamlKey;
let other: SamlKey;
let provider: WireSamlProvider;
let certificate: string;
const lines: string[] = [];
const sink = { write: (line: string) => void lines.push(line), flush: () => undefined };

beforeAll(async () => {
  [key, other] = await Promise.all([makeSamlKey(), makeSamlKey()]);
  const { log } = createLog({ level: 'info', format: 'json' }, sink);
  sso = await SsoService.open({ now: () => Date.now(), log });
  provider = await addSaml(sso, key, { wantsEncryptedAssertions: true });
  certificate = provider.encryptionCertificate ?? '';
});

afterAll(() => sso[Symbol.asyncDispose]());

type Write = (parts: SamlParts) => string;

const encrypted =
  (how: Encryption = {}, to = (): string => certificate): Write =>
  (parts) =>
    encryptedSaml(parts, key, to(), how);
const after =
  (write: Write, change: (xml: string) => string): Write =>
  (parts) =>
    change(write(parts));

/** Brings an answer to a request that was made for it. */
async function bring(write: Write, at: WireSamlProvider = provider) {
  const browser = new SsoBrowser();
  const { id } = await askSaml(sso, at, browser);
  lines.length = 0;
  const brought = await bringSaml(sso, at, write(rightParts(at, id)), { browser });
  const refusal = lines.map((line) => JSON.parse(line)).find(({ code }) => String(code).startsWith('sso.'));
  return { ...brought, reason: refusal?.reason as string | undefined };
}

describe('an encrypted assertion signs in', () => {
  it.each(dataAlgorithms)('by %s in a signed response', async (data) => {
    for (const of of ['Response', 'both'] as const)
      expect(await bring(encrypted({ data, of }))).toMatchObject({ hasSession: true });
  });

  it.each(dataAlgorithms.filter((data) => data.endsWith('gcm')))('by %s, signed inside', async (data) => {
    expect(await bring(encrypted({ data }))).toMatchObject({ hasSession: true });
  });

  it.each<Encryption>([
    { transport: 'rsa-oaep-mgf1p', digest: 'sha1' },
    { transport: 'rsa-oaep' },
    { transport: 'rsa-oaep', digest: 'sha1', mask: 'mgf1sha1' },
    { transport: 'rsa-oaep', digest: 'sha256', mask: 'mgf1sha256' },
    { place: 'beside' },
    { place: 'pointed' },
  ])('with its key by %o', async (how) => {
    expect(await bring(encrypted(how))).toMatchObject({ hasSession: true });
  });

  it('of the person whom it states', async () => {
    const attributes = samlAttributes({ uid: 'hedda' });
    const write: Write = (parts) => encrypted()({ ...parts, nameId: 'p-hedda', attributes });
    expect(await bring(write)).toMatchObject({ hasSession: true });
    const { items } = JSON.parse((await sso.ask('GET', '/sign-in-identities?first=100')).text);
    expect(items).toContainEqual(expect.objectContaining({ subject: 'p-hedda', username: 'hedda' }));
  });
});

const untrusted = 'The answer of Company cannot be trusted. Ask an administrator.';
const byNone =
  'The answer of Company is signed by none of the certificates that are set up here. Ask an administrator.';
const closed =
  'What Company encrypts cannot be decrypted here. Ask an administrator to compare the certificate for encryption there with the one here.';
const changeable =
  'Company encrypts by AES-CBC and does not sign the response, so what it encrypts could be changed. Ask an administrator to choose AES-GCM there, or to sign the response too.';
const flipped = (at: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[at < 0 ? changed.length + at : at]! ^= 1;
  return changed;
};

const refused: readonly [string, Write, string | RegExp, reason: string][] = [
  ['signed nowhere', encrypted({ of: 'none' }), untrusted, 'neither the response nor the assertion is signed'],
  ['by AES-CBC in a response that is not signed', encrypted({ data: 'aes256-cbc' }), changeable, ''],
  [
    'by AES-CBC, changed, in a response that is not signed',
    encrypted({ data: 'aes128-cbc', spoil: flipped(-1) }),
    changeable,
    '',
  ],
  [
    'by AES-CBC in a response that another key signed',
    (parts) => encryptedSaml(parts, other, certificate, { data: 'aes256-cbc', of: 'Response' }),
    byNone,
    '',
  ],
  ['signed inside by another key', (parts) => encryptedSaml(parts, other, certificate), byNone, ''],
  [
    'changed after the response was signed',
    after(encrypted({ of: 'Response' }), (xml) =>
      xml.replace(/(<e:CipherValue>)(.)/g, (_, tag, first) => `${tag}${first === 'A' ? 'B' : 'A'}`),
    ),
    byNone,
    '',
  ],
  ['changed inside after it was signed', encrypted({ change: (xml) => xml.replace('>p-1<', '>p-2<') }), byNone, ''],
  [
    'changed inside after it was signed, in a signed response',
    encrypted({ of: 'both', change: (xml) => xml.replace('>p-1<', '>p-2<') }),
    byNone,
    '',
  ],
  // All that goes wrong with keys and data looks the same, in a page and in a log.
  ['for another key', encrypted({}, () => other.cert), closed, 'it cannot be decrypted'],
  ['with a changed byte', encrypted({ spoil: flipped(40) }), closed, 'it cannot be decrypted'],
  ['with a changed initialization vector', encrypted({ spoil: flipped(0) }), closed, 'it cannot be decrypted'],
  ['with a changed tag', encrypted({ spoil: flipped(-1) }), closed, 'it cannot be decrypted'],
  [
    'with a tag of fewer bytes',
    encrypted({ spoil: (bytes) => bytes.subarray(0, -4) }),
    closed,
    'it cannot be decrypted',
  ],
  ['with nothing but a tag', encrypted({ spoil: (bytes) => bytes.subarray(0, 20) }), closed, 'it cannot be decrypted'],
  ['with another key of the data', encrypted({ spoilKey: flipped(3) }), closed, 'it cannot be decrypted'],
  [
    'with a key of another length',
    encrypted({ spoilKey: (bytes) => bytes.subarray(0, 16) }),
    closed,
    'it cannot be decrypted',
  ],
  [
    'by AES-CBC with a padding of no length',
    encrypted({
      data: 'aes256-cbc',
      of: 'Response',
      spoil: (bytes) => bytes.subarray(0, -16),
      change: (xml) => `${xml}${'\u0000'.repeat(32)}`,
    }),
    closed,
    'it cannot be decrypted',
  ],
  [
    'by AES-CBC with half a block',
    encrypted({ data: 'aes256-cbc', of: 'Response', spoil: (bytes) => bytes.subarray(0, -8) }),
    closed,
    'it cannot be decrypted',
  ],
  [
    'by AES-GCM in words, which was AES-CBC',
    after(encrypted({ data: 'aes256-cbc' }), (xml) =>
      xml.replace('http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'),
    ),
    closed,
    'it cannot be decrypted',
  ],
  [
    'by RSA with PKCS #1 1.5',
    encrypted({ transport: 'rsa-1_5' }),
    "Company encrypts by 'http://www.w3.org/2001/04/xmlenc#rsa-1_5', which is not read here. Ask an administrator to choose RSA-OAEP for the key there.",
    '',
  ],
  [
    'by RSA-OAEP with two hashes',
    encrypted({ transport: 'rsa-oaep', digest: 'sha256' }),
    /^Company encrypts by RSA-OAEP with the digest '\S+#sha256' and the mask '\S+#mgf1sha1', .* choose SHA-1 for both, or SHA-256 for both by xmlenc11#rsa-oaep there\.$/,
    '',
  ],
  [
    'by the older RSA-OAEP with SHA-256, whose mask is by SHA-1',
    encrypted({ digest: 'sha256', mask: 'mgf1sha256' }),
    /^Company encrypts by RSA-OAEP with the digest/,
    '',
  ],
  [
    'by Triple DES',
    after(encrypted(), (xml) => xml.replace(/xmlenc11#aes256-gcm/, 'xmlenc11#tripledes')),
    /^Company encrypts by '\S+tripledes', which is not read here\. .* choose AES-GCM there\.$/,
    '',
  ],
  [
    'with parameters of OAEP',
    after(encrypted(), (xml) =>
      xml.replace('</e:EncryptionMethod>', '<e:OAEPparams>eA==</e:OAEPparams></e:EncryptionMethod>'),
    ),
    /^Company encrypts by RSA-OAEP with parameters, /,
    '',
  ],
  [
    'with two keys',
    after(encrypted(), (xml) =>
      xml.replace(/<e:EncryptedKey.*<\/e:EncryptedKey>/s, (each) => each + each.replace('_key', '_other')),
    ),
    untrusted,
    'there is not one EncryptedKey',
  ],
  [
    'with its key somewhere else',
    after(encrypted({ place: 'beside' }), (xml) =>
      xml
        .replace('<e:EncryptedKey', '<d:Object xmlns:d="urn:x"><e:EncryptedKey')
        .replace('</e:EncryptedKey>', '</e:EncryptedKey></d:Object>'),
    ),
    untrusted,
    'the EncryptedKey is elsewhere',
  ],
  [
    'with a pointer to another key',
    after(encrypted({ place: 'pointed' }), (xml) => xml.replace('URI="#_key"', 'URI="#_other"')),
    untrusted,
    'the RetrievalMethod names another key',
  ],
  [
    'with something beside it',
    after(encrypted(), (xml) => xml.replace('</a:EncryptedAssertion>', '<a:Advice/></a:EncryptedAssertion>')),
    untrusted,
    'there is more than is encrypted',
  ],
  [
    'with no data',
    after(encrypted(), (xml) => xml.replaceAll(/<e:CipherValue>[^<]*/g, '<e:CipherValue>')),
    untrusted,
    'there is no CipherValue that is base64',
  ],
  [
    'with its data somewhere else',
    after(encrypted(), (xml) =>
      xml.replaceAll(/<e:CipherValue>[^<]*<\/e:CipherValue>/g, '<e:CipherReference URI="https://other.example.com"/>'),
    ),
    untrusted,
    'there is no CipherValue that is base64',
  ],
  [
    'with what is encrypted as the content of an element',
    after(encrypted(), (xml) => xml.replace('xmlenc#Element', 'xmlenc#Content')),
    untrusted,
    "what is encrypted is 'http://www.w3.org/2001/04/xmlenc#Content'",
  ],
  [
    'beside one in clear',
    after(encrypted(), (xml) => xml.replace('</p:Response>', '<a:Assertion ID="_x"/></p:Response>')),
    untrusted,
    'there is not exactly one assertion at its place, but 2',
  ],
  [
    'twice',
    after(encrypted(), (xml) => xml.replace(/<a:EncryptedAssertion>.*<\/a:EncryptedAssertion>/s, '$&$&')),
    untrusted,
    'there is not exactly one assertion at its place, but 2',
  ],
  [
    'inside of something else',
    after(encrypted(), (xml) =>
      xml
        .replace('<a:EncryptedAssertion>', '<p:Extensions><a:EncryptedAssertion>')
        .replace('</a:EncryptedAssertion>', '</a:EncryptedAssertion></p:Extensions>'),
    ),
    untrusted,
    'there is not exactly one assertion at its place, but 1',
  ],
  [
    'inside of another one that is encrypted',
    encrypted({
      of: 'Response',
      change: (xml) => xml.replace('</a:Assertion>', '<a:EncryptedAssertion/></a:Assertion>'),
    }),
    untrusted,
    'what is encrypted is not exactly one assertion',
  ],
  [
    'which is another element',
    encrypted({ of: 'Response', change: () => '<a:Response xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"/>' }),
    untrusted,
    'what is encrypted is not exactly one assertion',
  ],
  ['which is no XML', encrypted({ change: () => 'hello' }), untrusted, 'the message has text outside of its element'],
  [
    'which ends the response around it',
    encrypted({ change: (xml) => `${xml}<a:Assertion/>` }),
    untrusted,
    'the message has more than one element',
  ],
  ['with a document type inside', encrypted({ change: (xml) => `<!DOCTYPE x>${xml}` }), untrusted, 'a document type'],
  [
    'with a comment inside',
    encrypted({ of: 'Response', change: (xml) => xml.replace('>p-1', '>p-<!-- x -->1') }),
    untrusted,
    'the message has a comment',
  ],
  [
    'with too many elements inside',
    encrypted({
      of: 'Response',
      change: (xml) => xml.replace('</a:Assertion>', `${'<a:x/>'.repeat(3_000)}</a:Assertion>`),
    }),
    untrusted,
    'the message has more than 3000 elements',
  ],
  [
    'too deep inside',
    encrypted({
      of: 'Response',
      change: (xml) => xml.replace('</a:Assertion>', `${'<a:x>'.repeat(40)}${'</a:x>'.repeat(40)}</a:Assertion>`),
    }),
    untrusted,
    'the message has more than 32 elements inside of each other',
  ],
  [
    'with an id twice inside',
    encrypted({
      of: 'Response',
      change: (xml) => xml.replace('<a:Conditions ', `<a:Conditions ID="${/ID="([^"]*)"/.exec(xml)?.[1]}" `),
    }),
    untrusted,
    'an id names several elements',
  ],
  [
    'for another audience',
    (parts) => encrypted()({ ...parts, audience: 'urn:other' }),
    /^The answer of the provider is for the entity id 'urn:other'/,
    'another audience',
  ],
  [
    'not encrypted at all',
    (parts) => signedSaml(parts, key, 'both'),
    'Company does not encrypt what it states, and that is demanded here. Ask an administrator to switch encryption on there, or off here.',
    'the assertion is not encrypted',
  ],
  [
    'with a part that is encrypted alone',
    encrypted({ of: 'Response', change: (xml) => xml.replace('<a:AttributeStatement>', '$&<a:EncryptedAttribute/>') }),
    'Company encrypts a part of what it states (EncryptedAttribute), which is not read here. Ask an administrator to encrypt the whole assertion there, or nothing.',
    'there is an EncryptedAttribute',
  ],
];

describe('an encrypted assertion signs nobody in', () => {
  it.each(refused)('%s', async (_, write, expected, reason) => {
    const { status, sentence, hasSession, reason: logged } = await bring(write);
    expect([status, hasSession]).toEqual([400, false]);
    if (typeof expected === 'string') expect(sentence).toBe(expected);
    else expect(sentence).toMatch(expected);
    expect(logged).toContain(reason);
  });

  it('where a part alone is encrypted', async () => {
    const plain = await addSaml(sso, key, {});
    const write: Write = (parts) => signedSaml({ ...parts, attributes: '<a:EncryptedAttribute/>' }, key);
    expect((await bring(write, plain)).sentence).toContain('encrypts a part of what it states (EncryptedAttribute)');
  });
});

describe('the key of a provider for encryption', () => {
  const change = async (settings: object) => {
    const { status, text } = await sso.ask('PUT', `/sign-in-providers/${rolled.id}`, { settings });
    expect(status).toBe(200);
    return JSON.parse(text) as WireSamlProvider;
  };
  let rolled: WireSamlProvider;

  it('is its own, in its metadata, and sealed', async () => {
    rolled = await addSaml(sso, key, { wantsEncryptedAssertions: true, signsRequests: true });
    expect(rolled.encryptionCertificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(new Set([rolled.encryptionCertificate, rolled.ownCertificate, certificate]).size).toBe(3);
    const document = await (await fetch(rolled.metadataUri ?? '')).text();
    const [signing = '', encryption = ''] = document.split('use="encryption"');
    expect(signing).toContain(rolled.ownCertificate?.split('\n')[1]);
    expect(encryption).toContain(rolled.encryptionCertificate?.split('\n')[1]);
    expect(encryption).toContain('<EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>');
    const rows = await sso.metadata.store.database.selectFrom('sign_in_provider').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });

  it('stays with other settings, and is another one after it was off; the one before is tried too', async () => {
    const first = rolled.encryptionCertificate ?? '';
    const signing = rolled.ownCertificate;
    expect((await change({ signsRequests: false })).encryptionCertificate).toBe(first);
    expect(signing).not.toBeNull();
    const off = await change({ wantsEncryptedAssertions: false });
    expect(off.encryptionCertificate).toBeNull();
    expect(await (await fetch(rolled.metadataUri ?? '')).text()).not.toContain('use="encryption"');
    expect(
      (
        await bring(
          encrypted({}, () => first),
          off,
        )
      ).sentence,
    ).toContain('there is no key for that here');
    const second = (await change({ wantsEncryptedAssertions: true })).encryptionCertificate ?? '';
    expect(second).not.toBe(first);
    for (const each of [first, second])
      expect(
        await bring(
          encrypted({}, () => each),
          rolled,
        ),
      ).toMatchObject({ hasSession: true });
    await change({ wantsEncryptedAssertions: false });
    const third = (await change({ wantsEncryptedAssertions: true })).encryptionCertificate ?? '';
    for (const each of [second, third])
      expect(
        await bring(
          encrypted({}, () => each),
          rolled,
        ),
      ).toMatchObject({ hasSession: true });
    expect(
      (
        await bring(
          encrypted({}, () => first),
          rolled,
        )
      ).sentence,
    ).toBe(closed);
  });
});
