import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { ownKeysFor } from '../../packages/people/src/identity/own-key.ts';
import { samlDefaults } from '../../packages/people/src/identity/saml-settings.ts';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const statement = 'urn:oasis:names:tc:SAML:2.0:assertion';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const yearMs = 366 * 24 * 60 * 60 * 1_000;

export interface SamlKey {
  readonly key: string;
  readonly cert: string;
}

/** Makes a key with a certificate. @param yearsAgo when it began; it lasts 20 years */
export async function makeSamlKey({ yearsAgo = 0 } = {}): Promise<SamlKey> {
  const settings = { ...samlDefaults(undefined), signsRequests: true };
  const made = await ownKeysFor(
    { kind: 'saml', settings },
    {},
    {
      name: 'test',
      now: Date.now() - yearsAgo * yearMs,
    },
  );
  if (made.ownKey === undefined || !('ownCertificate' in made.settings)) throw new Error('there is no key');
  return { key: made.ownKey, cert: made.settings.ownCertificate ?? '' };
}

/** Parts of a message; `undefined` leaves one out, where it may be left out. */
export interface SamlParts {
  readonly id?: string;
  readonly issuer: string;
  readonly address: string;
  readonly destination?: string | undefined;
  readonly recipient?: string | undefined;
  readonly audience?: string | undefined;
  readonly inResponseTo?: string | undefined;
  /** Request in the confirmation; that of the message unless given. */
  readonly confirms?: string | undefined;
  readonly nameId?: string;
  readonly format?: string;
  /** Markup inside of the statement of attributes. */
  readonly attributes?: string;
  /** Clock of the provider. */
  readonly now?: number;
  readonly lastsMs?: number;
  readonly status?: string;
  readonly conditions?: string;
}

/** Writes a message that nobody has signed. */
export function samlMessage(parts: SamlParts): string {
  const { id = `_${randomUUID()}`, issuer, address, now = Date.now(), lastsMs = 300_000 } = parts;
  const given = { destination: address, recipient: address, confirms: parts.inResponseTo, ...parts };
  const {
    nameId = 'p-1',
    format = persistent,
    attributes = samlAttributes({ uid: 'gina' }),
    status = 'Success',
    conditions = '',
  } = parts;
  const [from, to] = [new Date(now), new Date(now + lastsMs)].map((time) => time.toISOString());
  const value = (name: string, text: string | undefined) => (text === undefined ? '' : ` ${name}="${text}"`);
  const audience =
    given.audience === undefined
      ? ''
      : `<a:AudienceRestriction><a:Audience>${given.audience}</a:Audience></a:AudienceRestriction>`;
  return (
    `<p:Response xmlns:p="${protocol}" xmlns:a="${statement}" ID="_${randomUUID()}" Version="2.0" IssueInstant="${from}"` +
    `${value('Destination', given.destination)}${value('InResponseTo', given.inResponseTo)}><a:Issuer>${issuer}</a:Issuer>` +
    `<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></p:Status>` +
    `<a:Assertion ID="${id}" Version="2.0" IssueInstant="${from}"><a:Issuer>${issuer}</a:Issuer>` +
    `<a:Subject><a:NameID Format="${format}">${nameId}</a:NameID>` +
    `<a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><a:SubjectConfirmationData NotOnOrAfter="${to}"` +
    `${value('Recipient', given.recipient)}${value('InResponseTo', given.confirms)}/></a:SubjectConfirmation></a:Subject>` +
    `<a:Conditions NotBefore="${from}" NotOnOrAfter="${to}">${audience}${conditions}</a:Conditions>` +
    `<a:AuthnStatement AuthnInstant="${from}" SessionIndex="s-1"><a:AuthnContext/></a:AuthnStatement>` +
    `<a:AttributeStatement>${attributes}</a:AttributeStatement></a:Assertion></p:Response>`
  );
}

/** Writes attributes, one element for each value. */
export function samlAttributes(values: Readonly<Record<string, string | readonly string[]>>): string {
  const elements = Object.entries(values).flatMap(([name, all]) =>
    [all]
      .flat()
      .map((value) => `<a:Attribute Name="${name}"><a:AttributeValue>${value}</a:AttributeValue></a:Attribute>`),
  );
  return elements.join('');
}

const algorithms = {
  'SHA-1': ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  'SHA-256': ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
} as const;

/** Signs the response or the assertion of a message. */
export function signSaml(
  xml: string,
  of: 'Response' | 'Assertion',
  { key, cert }: SamlKey,
  by: keyof typeof algorithms = 'SHA-256',
): string {
  const [signatureAlgorithm, digestAlgorithm] = algorithms[by];
  const signed = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  const xpath = of === 'Response' ? "/*[local-name(.)='Response']" : "//*[local-name(.)='Assertion']";
  signed.addReference({
    xpath,
    digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signed.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signed.getSignedXml();
}
