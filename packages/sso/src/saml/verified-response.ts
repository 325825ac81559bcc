import { SsoFault, unsound } from '../fault/index.ts';
import { allNamed, assertionSpace, childrenNamed, idsIn, isElement, onlyChild, protocolSpace } from './elements.ts';
import { decoded, readMessage, requireSuccess, type SamlProvider } from './message.ts';
import type { XmlElement } from './plain-xml.ts';
import { type StatedSignatures, statedSignatures } from './signatures.ts';
import { signedText } from './signed-text.ts';

/** A message whose signatures are right. Everything but `destination` comes from what was signed. */
export interface VerifiedResponse extends VerifiedParts {
  /** The address in the message, signed or not. */
  readonly destination: string | undefined;
}

interface VerifiedParts {
  /** Absent where only the assertion is signed. */
  readonly response: XmlElement | undefined;
  readonly assertion: XmlElement;
  readonly usesSha1: boolean;
}

interface Clock {
  now(): number;
}

/** A document, and what is read of it. */
interface Document {
  readonly xml: string;
  readonly root: XmlElement;
}

const neitherIsSigned = 'neither the response nor the assertion is signed';

/** Verifies the signatures of a message, each of those that it has. @param message in base64 @throws SsoFault */
export async function verifiedResponse(
  provider: SamlProvider,
  message: string,
  clock: Clock,
): Promise<VerifiedResponse> {
  const xml = decoded(message);
  const root = readMessage(provider, xml);
  if (!isElement(root, protocolSpace, 'Response')) throw unsound(provider, 'it is no response');
  requireSuccess(provider, root);
  const parts = await plainParts(provider, { xml, root }, clock);
  return { ...parts, destination: root.attributes.get('Destination') };
}

/** Reads an assertion as it was signed: inside of a signed response, or alone. */
async function plainParts(provider: SamlProvider, { xml, root }: Document, clock: Clock): Promise<VerifiedParts> {
  const inside = requireOne(provider, root);
  const { signed, usesSha1 } = requireForm(provider, root, [root, inside]);
  if (signed.length === 0) throw unsound(provider, neitherIsSigned);
  const names = signed.map((each) => (each === root ? 'Response' : 'Assertion'));
  const text = readMessage(provider, await signedText(provider, xml, names, clock));
  const [response, assertion] = names[0] === 'Response' ? [text, onlyAssertionIn(text)] : [undefined, text];
  if (response && !isElement(response, protocolSpace, 'Response'))
    throw unsound(provider, 'what is signed is something else');
  if (!isElement(assertion, assertionSpace, 'Assertion')) throw unsound(provider, 'what is signed is no assertion');
  return { response, assertion, usesSha1 };
}

function onlyAssertionIn(response: XmlElement): XmlElement | undefined {
  return onlyChild(response, assertionSpace, 'Assertion');
}

/** Demands one assertion, at its place in the response. */
function requireOne(provider: SamlProvider, root: XmlElement): XmlElement {
  if (allNamed(root, assertionSpace, 'EncryptedAssertion').length > 0) {
    const sentence = `${provider.name} encrypts what it states, which is not read here. Ask an administrator to switch encryption off for this application there.`;
    throw new SsoFault('sso.encrypted', sentence, 'the assertion is encrypted');
  }
  const everywhere = allNamed(root, assertionSpace, 'Assertion');
  const [assertion] = childrenNamed(root, assertionSpace, 'Assertion');
  if (assertion && everywhere.length === 1) return assertion;
  throw unsound(provider, `there is not exactly one assertion at its place, but ${everywhere.length}`);
}

/** Demands ids that name one element each, and signatures of those elements that may be signed. */
function requireForm(provider: SamlProvider, root: XmlElement, maySign: readonly XmlElement[]): StatedSignatures {
  const ids = idsIn(root);
  if (new Set(ids).size < ids.length) throw unsound(provider, 'an id names several elements');
  const stated = statedSignatures(root, maySign);
  if (typeof stated === 'string') throw unsound(provider, stated);
  return stated;
}
