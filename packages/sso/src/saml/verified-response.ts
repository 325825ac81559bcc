import { SsoFault, unsound } from '../fault/index.ts';
import { allNamed, assertionSpace, childrenNamed, idsIn, isElement, onlyChild, protocolSpace } from './elements.ts';
import { decryptedText } from './encrypted-assertion.ts';
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

/** A document, and what is read of it. */
interface ReadDocument {
  readonly xml: string;
  readonly root: XmlElement;
}

/** Parts of an assertion that can be encrypted alone. */
const encryptedAlone = ['EncryptedID', 'EncryptedAttribute'];
const neitherIsSigned = 'neither the response nor the assertion is signed';

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
  const isEncrypted = allNamed(root, assertionSpace, 'EncryptedAssertion').length > 0;
  requireAsSetUp(provider, isEncrypted);
  const document = { xml, root };
  const parts = isEncrypted
    ? await encryptedParts(provider, document, clock)
    : await plainParts(provider, document, clock);
  requireReadable(provider, parts.assertion);
  return { ...parts, destination: root.attributes.get('Destination') };
}

/** Demands that an assertion is encrypted exactly where the settings say so. */
function requireAsSetUp(provider: SamlProvider, isEncrypted: boolean): void {
  const { name, settings } = provider;
  if (isEncrypted === settings.wantsEncryptedAssertions) return;
  const sentence = isEncrypted
    ? `${name} encrypts what it states, and there is no key for that here. Ask an administrator to switch encryption on here, or off there.`
    : `${name} does not encrypt what it states, and that is demanded here. Ask an administrator to switch encryption on there, or off here.`;
  throw new SsoFault('sso.encrypted', sentence, `the assertion is ${isEncrypted ? '' : 'not '}encrypted`);
}

/** Refuses an assertion of which something cannot be read, since it would look as if the provider did not state it. */
function requireReadable({ name }: SamlProvider, assertion: XmlElement): void {
  const part = encryptedAlone.find((each) => allNamed(assertion, assertionSpace, each).length > 0);
  if (part === undefined) return;
  const sentence = `${name} encrypts a part of what it states (${part}), which is not read here. Ask an administrator to encrypt the whole assertion there, or nothing.`;
  throw new SsoFault('sso.encrypted', sentence, `there is an ${part}`);
}

/** Reads an assertion that everybody can read, as it was signed: inside of a signed response, or alone. */
async function plainParts(
  provider: SamlProvider,
  { xml, root }: ReadDocument,
  clock: { now(): number },
): Promise<VerifiedParts> {
  const inside = requireOne(provider, root, 'Assertion');
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

/**
 * Reads an assertion that was encrypted. In a signed response, the signed text is decrypted. In any other, the assertion is signed
 * itself, and its signature is verified before anything is read of it.
 */
async function encryptedParts(
  provider: SamlProvider,
  { xml, root }: ReadDocument,
  clock: { now(): number },
): Promise<VerifiedParts> {
  requireOne(provider, root, 'EncryptedAssertion');
  const outer = requireForm(provider, root, [root]);
  const response = outer.signed.length === 0 ? undefined : await signedResponse(provider, xml, clock);
  const encrypted = onlyChild(response ?? root, assertionSpace, 'EncryptedAssertion');
  if (!encrypted) throw unsound(provider, 'what is signed has not one encrypted assertion');
  const text = decryptedText(provider, encrypted, { isProved: response !== undefined });
  const decrypted = readMessage(provider, text);
  const isOne = isElement(decrypted, assertionSpace, 'Assertion') && assertionsIn(decrypted).length === 1;
  if (!isOne) throw unsound(provider, 'what is encrypted is not exactly one assertion');
  const inner = requireForm(provider, decrypted, [decrypted]);
  const usesSha1 = outer.usesSha1 || inner.usesSha1;
  if (inner.signed.length === 0) {
    if (!response) throw unsound(provider, neitherIsSigned);
    return { response, assertion: decrypted, usesSha1 };
  }
  const assertion = readMessage(provider, await signedText(provider, text, ['Assertion'], clock));
  if (!isElement(assertion, assertionSpace, 'Assertion')) throw unsound(provider, 'what is signed is no assertion');
  return { response, assertion, usesSha1 };
}

async function signedResponse(provider: SamlProvider, xml: string, clock: { now(): number }): Promise<XmlElement> {
  const response = readMessage(provider, await signedText(provider, xml, ['Response'], clock));
  if (isElement(response, protocolSpace, 'Response')) return response;
  throw unsound(provider, 'what is signed is something else');
}

/** All assertions, at any depth, in clear or encrypted. */
function assertionsIn(root: XmlElement): readonly XmlElement[] {
  return ['Assertion', 'EncryptedAssertion'].flatMap((name) => allNamed(root, assertionSpace, name));
}

/** Demands one assertion, at its place in the response. */
function requireOne(provider: SamlProvider, root: XmlElement, name: 'Assertion' | 'EncryptedAssertion'): XmlElement {
  const everywhere = assertionsIn(root);
  const [assertion] = childrenNamed(root, assertionSpace, name);
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
