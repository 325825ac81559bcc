import { X509Certificate } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { OpenProvider } from '@orrery/people';
import { SsoFault, unsound } from '../fault/index.ts';
import {
  allNamed,
  assertionSpace,
  childrenNamed,
  elementsIn,
  isElement,
  onlyChild,
  protocolSpace,
} from './elements.ts';
import { readPlainXml, type XmlBounds, type XmlElement, XmlFault } from './plain-xml.ts';
import { type StatedSignatures, statedSignatures } from './signatures.ts';

export type SamlProvider = Extract<OpenProvider, { readonly kind: 'saml' }>;

/** Bytes of a message after its base64. */
const mostBytes = 256 * 1024;
const bounds: XmlBounds = { length: mostBytes, elements: 3_000, attributes: 4_000, depth: 32, mayHaveComments: false };
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A message whose signatures are right. Everything but `destination` and `status` comes from what was signed. */
export interface VerifiedResponse {
  /** Absent where only the assertion is signed. */
  readonly response: XmlElement | undefined;
  readonly assertion: XmlElement;
  /** The address in the message, signed or not. */
  readonly destination: string | undefined;
  readonly usesSha1: boolean;
}

/** Reads the id of the request that a message claims to answer. Nothing of it is proved. */
export function claimedRequest(message: string): string | undefined {
  try {
    return readPlainXml(decoded(message), bounds).attributes.get('InResponseTo');
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
}

/** Verifies the signatures of a message, each of those that it has. @param message in base64 @throws SsoFault */
export async function verifiedResponse(
  provider: SamlProvider,
  message: string,
  clock: { now(): number },
): Promise<VerifiedResponse> {
  const xml = decoded(message);
  const root = readMessage(provider, xml);
  if (!isElement(root, protocolSpace, 'Response')) throw unsound(provider, 'it is no response');
  requireSuccess(provider, root);
  const stated = requireForm(provider, root);
  const signed = await signedBy(provider, message, stated, clock);
  const [response, assertion] = partsOf(readMessage(provider, signed));
  if (!assertion) throw unsound(provider, 'what is signed is no assertion');
  if (stated.ofResponse !== (response !== undefined)) throw unsound(provider, 'what is signed is something else');
  return { response, assertion, destination: root.attributes.get('Destination'), usesSha1: stated.usesSha1 };
}

function decoded(message: string): string {
  return Buffer.from(message, 'base64').toString('utf8');
}

function readMessage(provider: SamlProvider, xml: string): XmlElement {
  try {
    return readPlainXml(xml, bounds);
  } catch (error) {
    if (error instanceof XmlFault) throw unsound(provider, `the message ${error.message}`);
    throw error;
  }
}

/** Ends a sign-in that was refused at the provider. Its words are not proved, so only a code of them is shown. */
function requireSuccess(provider: SamlProvider, root: XmlElement): void {
  const outer = onlyChild(onlyChild(root, protocolSpace, 'Status'), protocolSpace, 'StatusCode');
  const inner = onlyChild(outer, protocolSpace, 'StatusCode');
  const [code = '', detail] = [outer, inner].map((each) => each?.attributes.get('Value'));
  if (code === success) return;
  const last = /[A-Za-z]{1,60}$/.exec(detail ?? code)?.[0] ?? 'unknown error';
  throw new SsoFault(
    'sso.provider-error',
    `${provider.name} refused the sign-in (${last}). Start again.`,
    code.slice(0, 200),
  );
}

/** Demands one assertion, at its place, with ids that name one element each. */
function requireForm(provider: SamlProvider, root: XmlElement): StatedSignatures {
  if (allNamed(root, assertionSpace, 'EncryptedAssertion').length > 0) {
    const sentence = `${provider.name} encrypts what it states, which is not read here. Ask an administrator to switch encryption off for this application there.`;
    throw new SsoFault('sso.encrypted', sentence, 'the assertion is encrypted');
  }
  const everywhere = allNamed(root, assertionSpace, 'Assertion');
  const [assertion, ...others] = childrenNamed(root, assertionSpace, 'Assertion');
  if (!assertion || others.length > 0 || everywhere.length !== 1)
    throw unsound(provider, `there is not exactly one assertion at its place, but ${everywhere.length}`);
  const ids = [...elementsIn(root)].flatMap(({ attributes }) =>
    [...attributes].flatMap(([key, value]) => (key.toLowerCase() === 'id' ? [value] : [])),
  );
  if (new Set(ids).size < ids.length) throw unsound(provider, 'an id names several elements');
  const stated = statedSignatures(root, assertion);
  if (typeof stated === 'string') throw unsound(provider, stated);
  return stated;
}

/** Returns the text that was signed, by a certificate of the provider that has not expired. */
async function signedBy(
  provider: SamlProvider,
  message: string,
  stated: StatedSignatures,
  clock: { now(): number },
): Promise<string> {
  const { certificates } = provider.settings;
  const isExpired = (certificate: string) => Date.parse(new X509Certificate(certificate).validTo) <= clock.now();
  const current = certificates.filter((certificate) => !isExpired(certificate));
  try {
    return await verifiedText(message, stated, current);
  } catch (error) {
    const expired = certificates.filter(isExpired);
    const { name } = provider;
    if (await verifiedText(message, stated, expired).catch(() => undefined)) {
      const sentence = `${name} signs by a certificate that has expired. Ask an administrator to renew it, there and here.`;
      throw new SsoFault('sso.certificate', sentence, error);
    }
    const sentence = `The answer of ${name} is signed by none of the certificates that are set up here. Ask an administrator.`;
    throw new SsoFault('sso.certificate', sentence, error);
  }
}

async function verifiedText(
  message: string,
  stated: StatedSignatures,
  certificates: readonly string[],
): Promise<string> {
  if (certificates.length === 0) throw new Error('every certificate has expired');
  const verifier = new Verifier(stated, certificates);
  await verifier.validatePostResponseAsync({ SAMLResponse: message });
  return verifier.signedText();
}

/**
 * Verifies signatures by the library, and takes the text that they cover. Its own reading of that text is not used: it compares
 * no destination, recipient and issuer, and loses all but the last of several attributes of a name (5.1.0).
 */
class Verifier extends SAML {
  #signed: string | undefined;
  #isDone = false;

  constructor({ ofResponse, ofAssertion }: StatedSignatures, certificates: readonly string[]) {
    super({
      callbackUrl: 'urn:unused',
      issuer: 'urn:unused',
      idpCert: [...certificates],
      // With both off, one wrong signature beside a right one would be passed over.
      wantAuthnResponseSigned: ofResponse,
      wantAssertionsSigned: ofAssertion,
    });
  }

  /** @throws Error unless all signatures are right */
  signedText(): string {
    if (this.#signed === undefined || !this.#isDone) throw new Error('nothing is signed');
    return this.#signed;
  }

  protected override getSignedAssertion(signedXml: string): Promise<string | null> {
    this.#signed = signedXml;
    return super.getSignedAssertion(signedXml);
  }

  /** Runs only when all signatures are right. Dates and audiences are checked by ours, with the clock of this server. */
  protected override async processValidlySignedAssertionAsync() {
    this.#isDone = true;
    return { profile: { issuer: '', nameID: '', nameIDFormat: '' }, loggedOut: false };
  }
}

function partsOf(signed: XmlElement): readonly [response: XmlElement | undefined, assertion: XmlElement | undefined] {
  if (isElement(signed, protocolSpace, 'Response')) return [signed, onlyChild(signed, assertionSpace, 'Assertion')];
  return [undefined, isElement(signed, assertionSpace, 'Assertion') ? signed : undefined];
}
