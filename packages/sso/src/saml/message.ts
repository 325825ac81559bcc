import type { OpenProvider } from '@orrery/people';
import { SsoFault, unsound } from '../fault/index.ts';
import { onlyChild, protocolSpace } from './elements.ts';
import { readPlainXml, type XmlBounds, type XmlElement, XmlFault } from './plain-xml.ts';

export type SamlProvider = Extract<OpenProvider, { readonly kind: 'saml' }>;

/** Bytes of a message after its base64. */
const mostBytes = 256 * 1024;
const bounds: XmlBounds = { length: mostBytes, elements: 3_000, attributes: 4_000, depth: 32, mayHaveComments: false };
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Reads the id of the request that a message claims to answer. Nothing of it is proved. */
export function claimedRequest(message: string): string | undefined {
  try {
    return readPlainXml(decoded(message), bounds).attributes.get('InResponseTo');
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
}

/** @param message in base64 */
export function decoded(message: string): string {
  return Buffer.from(message, 'base64').toString('utf8');
}

/** Reads a message, a part of one that was signed, or one that was encrypted. @throws SsoFault */
export function readMessage(provider: SamlProvider, xml: string): XmlElement {
  try {
    return readPlainXml(xml, bounds);
  } catch (error) {
    if (error instanceof XmlFault) throw unsound(provider, `the message ${error.message}`);
    throw error;
  }
}

/** Ends a sign-in that was refused at the provider. Its words are not proved, so only a code of them is shown. */
export function requireSuccess(provider: SamlProvider, root: XmlElement): void {
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
