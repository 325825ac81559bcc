import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { makeSamlKey, samlAttributes, type SamlKey, samlMessage, type SamlParts, signSaml } from './saml-message.ts';
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
import { sentenceIn, SsoService } from './sso-service.ts';

let sso: SsoService;
let key: SamlKey;
let other: SamlKey;
let expired: SamlKey;
let provider: WireSamlProvider;
const lines: string[] = [];
const sink = { write: (line: string) => void lines.push(line), flush: () => undefined };

beforeAll(async () => {
  [key, other, expired] = await Promise.all([makeSamlKey(), makeSamlKey(), makeSamlKey({ yearsAgo: 21 })]);
  const { log } = createLog({ level: 'info', format: 'json' }, sink);
  sso = await SsoService.open({ now: () => Date.now(), log });
  provider = await addSaml(sso, key, { certificates: [key.cert, expired.cert] });
});

afterAll(() => sso[Symbol.asyncDispose]());

const untrusted = 'The answer of Company cannot be trusted. Ask an administrator.';
const byNone =
  'The answer of Company is signed by none of the certificates that are set up here. Ask an administrator.';
const clock = /^The clock of the provider and the one of this server differ: it was 20\S+ there and 20\S+ here/;
const tooOld =
  /^The answer of Company is too old: it was made at 20\S+ by the clock there, and it is 20\S+ here\. Start again/;

/** Writes a message for a request. */
type Write = (parts: SamlParts) => string;

const right: Write = (parts) => signedSaml(parts, key);
const changed =
  (given: Partial<SamlParts>): Write =>
  (parts) =>
    signedSaml({ ...parts, ...given }, key);
const after =
  (write: Write, change: (xml: string) => string): Write =>
  (parts) =>
    change(write(parts));

/** Changes a message before it is signed. */
const signing =
  (change: (xml: string) => string, of: 'Assertion' | 'Response' = 'Assertion'): Write =>
  (parts) =>
    signSaml(change(samlMessage(parts)), of, key);
const elsewhere = 'https://other.example.com';

const refused: readonly [string, Write, string | RegExp, reason: string][] = [
  ['not signed', samlMessage, untrusted, 'neither the response nor the assertion is signed'],
  ['signed by another key', (parts) => signedSaml(parts, other), byNone, ''],
  [
    'signed by an expired certificate',
    (parts) => signedSaml(parts, expired),
    'Company signs by a certificate that has expired. Ask an administrator to renew it, there and here.',
    '',
  ],
  ['changed after it was signed', after(right, (xml) => xml.replace('>p-1<', '>p-2<')), byNone, ''],
  [
    'rightly signed inside, and wrongly outside',
    (parts) => signSaml(signedSaml(parts, key), 'Response', other),
    byNone,
    '',
  ],
  [
    'rightly signed outside, and wrongly inside',
    (parts) => signSaml(signedSaml(parts, other), 'Response', key),
    byNone,
    '',
  ],
  ['signed twice', (parts) => signSaml(right(parts), 'Assertion', key), untrusted, 'it is signed twice'],
  [
    'with a second assertion',
    after(right, (xml) => xml.replace('</p:Response>', '<a:Assertion ID="_x"/></p:Response>')),
    untrusted,
    'there is not exactly one assertion at its place, but 2',
  ],
  [
    'with the assertion inside of something else',
    after(right, (xml) =>
      xml
        .replace('<a:Assertion', '<p:Extensions><a:Assertion')
        .replace('</a:Assertion>', '</a:Assertion></p:Extensions>'),
    ),
    untrusted,
    'there is not exactly one assertion at its place, but 1',
  ],
  [
    'with an id twice',
    after(right, (xml) => xml.replace(/(<p:Status)(>)/, `$1 ID="${/<a:Assertion ID="([^"]*)"/.exec(xml)?.[1]}"$2`)),
    untrusted,
    'an id names several elements',
  ],
  ['with a comment inside of a name', changed({ nameId: 'p-1<!-- x -->' }), untrusted, 'the message has a comment'],
  [
    'with a comment inside of an attribute',
    changed({
      attributes: '<a:Attribute Name="email"><a:AttributeValue>a<!-- x -->b</a:AttributeValue></a:Attribute>',
    }),
    untrusted,
    'the message has a comment',
  ],
  [
    'with a document type',
    after(right, (xml) => `<!DOCTYPE p:Response>${xml}`),
    untrusted,
    'the message has a document type or a section of its own',
  ],
  [
    'with an entity of its own',
    after(right, (xml) => xml.replace('>p-1<', '>&x;<')),
    untrusted,
    'the message has an entity of its own',
  ],
  [
    'with too many elements',
    after(right, (xml) => xml.replace('</p:Status>', `${'<p:x/>'.repeat(3_000)}</p:Status>`)),
    untrusted,
    'the message has more than 3000 elements',
  ],
  [
    'too deep',
    after(right, (xml) => xml.replace('</p:Status>', `${'<p:x>'.repeat(40)}${'</p:x>'.repeat(40)}</p:Status>`)),
    untrusted,
    'the message has more than 32 elements inside of each other',
  ],
  ['that is no XML', () => 'hello', untrusted, 'the message has text outside of its element'],
  [
    'from another issuer',
    changed({ issuer: 'https://other.example.com' }),
    "The provider calls itself 'https://other.example.com', and it is set up here as 'https://login.example.com/saml'. Ask an administrator.",
    '',
  ],
  [
    'for another audience',
    changed({ audience: 'https://other.example.com' }),
    /^The answer of the provider is for the entity id 'https:\/\/other\.example\.com', and that of this server is 'http:\/\/127\.0\.0\.1:\d+\/sso\/\w+\/metadata'/,
    'another audience',
  ],
  [
    'for no audience',
    changed({ audience: undefined }),
    /^The answer of the provider is for the entity id ''/,
    'another audience',
  ],
  [
    'for another destination',
    changed({ destination: 'https://other.example.com/acs' }),
    /^The answer of Company is for the address 'https:\/\/other\.example\.com\/acs', and it arrived at 'http:/,
    'another address',
  ],
  [
    'signed without a destination',
    (parts) => signedSaml({ ...parts, destination: undefined }, key, 'Response'),
    untrusted,
    'the signed response has no Destination',
  ],
  [
    'for another recipient',
    changed({ recipient: 'https://other.example.com/acs' }),
    /^The answer of Company is for the address 'https:\/\/other\.example\.com\/acs'/,
    'another address',
  ],
  ['for no recipient', changed({ recipient: undefined }), untrusted, 'there is no Recipient'],
  [
    'that answers two requests',
    (parts) => signedSaml({ ...parts, confirms: '_x' }, key, 'Response'),
    untrusted,
    'it answers two requests',
  ],
  [
    'ten minutes ahead',
    (parts) => changed({ now: Date.now() + 600_000 })(parts),
    clock,
    'the assertion is not valid yet',
  ],
  ['ten minutes old', (parts) => changed({ now: Date.now() - 600_000 })(parts), tooOld, 'the assertion has expired'],
  [
    'two days old, whatever it says',
    (parts) => changed({ now: Date.now() - 2 * 86_400_000, lastsMs: 10 * 86_400_000 })(parts),
    tooOld,
    'the assertion has expired',
  ],
  [
    'with a condition of its own',
    changed({ conditions: '<a:Condition/>' }),
    untrusted,
    'the condition Condition is not known here',
  ],
  [
    'that says of nobody that they signed in',
    signing((xml) => xml.replace(/<a:AuthnStatement.*<\/a:AuthnStatement>/, '')),
    untrusted,
    'it does not say that somebody signed in',
  ],
  [
    'of another version',
    signing((xml) => xml.replace(/(<a:Assertion ID="[^"]*" Version=")2\.0/, '$11.1')),
    untrusted,
    'it is of another version of SAML',
  ],
  [
    'with another way of confirmation',
    signing((xml) => xml.replace('cm:bearer', 'cm:sender-vouches')),
    untrusted,
    'there is no confirmation of the kind bearer',
  ],
  [
    'in a signed response of another issuer',
    signing((xml) => xml.replace(/<a:Issuer>[^<]*/, `<a:Issuer>${elsewhere}`), 'Response'),
    `The provider calls itself '${elsewhere}', and it is set up here as 'https://login.example.com/saml'. Ask an administrator.`,
    '',
  ],
  [
    'whose session there is over',
    signing((xml) => xml.replace(' SessionIndex', ' SessionNotOnOrAfter="2026-01-01T00:00:00Z" SessionIndex')),
    tooOld,
    'the assertion has expired',
  ],
  [
    'whose conditions begin later',
    signing((xml) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="2126-01-01T00:00:00Z"')),
    clock,
    'the assertion is not valid yet',
  ],
  [
    'whose confirmation is over',
    signing((xml) => xml.replace(/(ConfirmationData NotOnOrAfter=")[^"]*/, '$12026-01-01T00:00:00Z')),
    tooOld,
    'the assertion has expired',
  ],
  [
    'for this and another audience, both of which it demands',
    changed({
      conditions: `<a:AudienceRestriction><a:Audience>${elsewhere}</a:Audience></a:AudienceRestriction>`,
    }),
    /^The answer of the provider is for the entity id '/,
    'another audience',
  ],
  [
    'whose NameID is of another provider',
    signing((xml) => xml.replace('<a:NameID ', `<a:NameID NameQualifier="${elsewhere}" `)),
    untrusted,
    `its NameID is of '${elsewhere}'`,
  ],
  [
    'whose NameID is for another service',
    signing((xml) => xml.replace('<a:NameID ', `<a:NameID SPNameQualifier="${elsewhere}" `)),
    untrusted,
    `its NameID is for '${elsewhere}'`,
  ],
  [
    'whose signature is of something else',
    after(right, (xml) => xml.replace('URI="#', 'URI="#_')),
    untrusted,
    'a signature is of another element',
  ],
  [
    'whose signature has another digest',
    after(right, (xml) => xml.replace(/(DigestMethod Algorithm=")[^"]*/, '$1urn:digest')),
    untrusted,
    "a signature has the digest 'urn:digest'",
  ],
  [
    'whose signature has another algorithm',
    after(right, (xml) => xml.replace(/(SignatureMethod Algorithm=")[^"]*/, '$1urn:algorithm')),
    untrusted,
    "a signature is by the algorithm 'urn:algorithm'",
  ],
  [
    'whose signature is canonical in another way',
    after(right, (xml) => xml.replace(/(CanonicalizationMethod Algorithm=")[^"]*/, '$1urn:canonical')),
    untrusted,
    "a signature is canonical by 'urn:canonical'",
  ],
  [
    'whose signature transforms it in another way',
    after(right, (xml) => xml.replace(/(Transform Algorithm=")[^"]*/, '$1urn:transform')),
    untrusted,
    'a signature transforms what it signs',
  ],
  [
    'whose signature has something of its own in it',
    after(right, (xml) => xml.replace(/<\/((?:\w+:)?)Signature>/, '<$1Object/></$1Signature>')),
    untrusted,
    'a signature has something of its own in it',
  ],
  [
    'with too many attributes of one element',
    after(right, (xml) =>
      xml.replace('<p:Status>', `<p:Status ${Array.from({ length: 51 }, (_, index) => `a${index}=""`).join(' ')}>`),
    ),
    untrusted,
    'the message has an element with more than 50 attributes',
  ],
  [
    'that is a refusal',
    (parts) => samlMessage({ ...parts, status: 'AuthnFailed' }),
    'Company refused the sign-in (AuthnFailed). Start again.',
    '',
  ],
  [
    'that is encrypted',
    after(right, (xml) => xml.replaceAll('a:Assertion', 'a:EncryptedAssertion')),
    'Company encrypts what it states, and there is no key for that here. Ask an administrator to switch encryption on here, or off there.',
    'the assertion is encrypted',
  ],
];

async function keptAnswers(): Promise<number> {
  return (await sso.metadata.store.database.selectFrom('sign_in_answer').select('id').execute()).length;
}

describe('an answer signs nobody in', () => {
  it.each(refused)('%s', async (_, write, expected, reason) => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    lines.length = 0;
    const { status, sentence, hasSession } = await bringSaml(sso, provider, write(rightParts(provider, id)), {
      browser,
    });
    expect([status, hasSession]).toEqual([400, false]);
    if (typeof expected === 'string') expect(sentence).toBe(expected);
    else expect(sentence).toMatch(expected);
    const told = lines.map((line) => JSON.parse(line)).find(({ code }) => String(code).startsWith('sso.'));
    expect(told?.reason).toContain(reason);
    // The flow goes on: its own answer still signs in.
    const own = await bringSaml(sso, provider, right(rightParts(provider, id)), { browser });
    expect(own).toMatchObject({ hasSession: true });
  });

  it('and its page leads back to where the sign-in began, once for each sign-in', async () => {
    const refuse = async (query: string) => {
      const browser = new SsoBrowser();
      const { id } = await askSaml(sso, provider, browser, query);
      const bring = () => bringSaml(sso, provider, samlMessage(rightParts(provider, id)), { browser });
      const before = await keptAnswers();
      const [first, second] = [await bring(), await bring()];
      expect([first.sentence, second.sentence]).toEqual([untrusted, untrusted]);
      // The second is answered at once: nothing more is stored for a sign-in, whoever sends answers to it.
      expect([(await keptAnswers()) - before, second.way]).toEqual([1, []]);
      return first.text;
    };
    expect(await refuse('?account=rival')).toContain('/sign-in?account=rival"');
    expect(await refuse('')).toContain('/sign-in"');
    const ofFrame = await refuse(`?frame=${'A'.repeat(43)}`);
    expect(ofFrame).toContain('Close this window');
    expect(ofFrame).not.toContain('/sign-in');
  });

  it('and nothing is stored, where it names no sign-in that is under way', async () => {
    const before = await keptAnswers();
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    await bringSaml(sso, provider, right(rightParts(provider, id)), { browser });
    for (const each of [id, `_${'A'.repeat(43)}`, undefined])
      expect((await bringSaml(sso, provider, samlMessage(rightParts(provider, each)))).way).toEqual([]);
    expect((await keptAnswers()) - before).toBe(1); // that of the right one
  });

  it('of five megabytes', async () => {
    const message = signedSaml({ ...rightParts(provider, '_x'), nameId: 'x'.repeat(5_000_000) }, key);
    const { status, sentence } = await bringSaml(sso, provider, message);
    expect([status, sentence]).toEqual([
      413,
      'The answer of the provider is longer than what is read here. Ask an administrator.',
    ]);
  });

  it('twice', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    const message = right(rightParts(provider, id));
    expect(await bringSaml(sso, provider, message, { browser })).toMatchObject({ hasSession: true });
    const again = await bringSaml(sso, provider, message, { browser: new SsoBrowser() });
    expect(again).toMatchObject({ sentence: 'This sign-in was used already. Start again.', hasSession: false });
    // Another statement for the same request comes too late.
    const second = await bringSaml(sso, provider, right(rightParts(provider, id)), { browser });
    expect(second.sentence).toBe('This sign-in was used already. Start again.');
  });

  it('that was proved by the settings of before', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(right(rightParts(provider, id))).toString('base64'),
    });
    const posted = await fetch(`${sso.origin}/sso/${provider.key}/callback`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    await sso.ask('PUT', `/sign-in-providers/${provider.id}`, { settings: { audience: 'urn:another' } });
    const ended = await browser.open(posted.headers.get('location') ?? '');
    await sso.ask('PUT', `/sign-in-providers/${provider.id}`, { settings: { audience: null } });
    expect([sso.hasSession(browser), sentenceIn(ended.text)]).toEqual([
      false,
      'The settings of Company have changed meanwhile. Start again.',
    ]);
  });

  it('in another browser', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    const stranger = new SsoBrowser();
    await askSaml(sso, provider, stranger);
    for (const another of [new SsoBrowser(), stranger]) {
      const brought = await bringSaml(sso, provider, right(rightParts(provider, id)), { browser: another });
      expect(brought).toMatchObject({
        sentence: 'This sign-in began in another browser. Start again in this one.',
        hasSession: false,
      });
    }
    const own = await bringSaml(sso, provider, right(rightParts(provider, id)), { browser });
    expect(own).toMatchObject({ hasSession: true });
  });

  it('of a request that was never made', async () => {
    const brought = await bringSaml(sso, provider, right(rightParts(provider, `_${'A'.repeat(43)}`)));
    expect(brought).toMatchObject({ sentence: 'This sign-in is not known here. Start again.', hasSession: false });
  });

  it('of the provider of another account', async () => {
    const rival = await sso.metadata.accounts.create('rival');
    const foreign = await addSaml(sso, other, {}, rival.key);
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    // Its own statement, for the address and the request of this one.
    const mixed = signedSaml(rightParts(provider, id), other);
    expect((await bringSaml(sso, provider, mixed, { browser })).sentence).toBe(byNone);
    // Rightly signed for the other, with the request of this one.
    const crossed = await bringSaml(sso, foreign, signedSaml(rightParts(foreign, id), other), { browser });
    expect(crossed).toMatchObject({
      sentence: 'This sign-in began at another provider. Start again.',
      hasSession: false,
    });
  });
});

describe('an answer signs in', () => {
  it.each<[string, Partial<SamlParts>]>([
    ['two minutes ahead', { now: Date.now() + 120_000 }],
    ['two minutes after its end', { now: Date.now() - 420_000 }],
    ['with entities of XML', { nameId: 'a&amp;b', attributes: samlAttributes({ uid: 'a&amp;b' }) }],
  ])('%s', async (_, given) => {
    expect(await signInBySaml(sso, provider, key, given)).toMatchObject({ hasSession: true });
  });

  it.each(['Response', 'Assertion', 'both'] as const)('with the signature of the %s', async (of) => {
    expect(await signInBySaml(sso, provider, key, {}, { of })).toMatchObject({ hasSession: true });
  });

  it('signed by SHA-1, with a warning in the log', async () => {
    const browser = new SsoBrowser();
    const { id } = await askSaml(sso, provider, browser);
    const message = signSaml(samlMessage(rightParts(provider, id)), 'Assertion', key, 'SHA-1');
    lines.length = 0;
    expect(await bringSaml(sso, provider, message, { browser })).toMatchObject({ hasSession: true });
    expect(lines.join('')).toContain('signs by SHA-1');
  });
});
