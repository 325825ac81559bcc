import { invalidValues, requireSound } from '@orrery/kernel';
import { certificateFacts, certificateFault, mostCertificates, pemOf, type SamlSettings } from '@orrery/people';
import {
  allNamed,
  childrenNamed,
  elementsIn,
  isElement,
  metadataSpace,
  protocolSpace,
  signatureSpace,
} from './elements.ts';
import { readPlainXml, type XmlBounds, type XmlElement, XmlFault } from './plain-xml.ts';

/** Settings that the metadata of a provider proposes. */
export type SamlProposal = Pick<SamlSettings, 'entityId' | 'ssoUrl' | 'certificates'>;

export interface MetadataInput {
  /** The document itself. */
  readonly metadata?: string | undefined;
  /** Where it is. */
  readonly url?: string | undefined;
}

const bounds: XmlBounds = { length: 1_000_000, elements: 20_000, attributes: 40_000, depth: 32, mayHaveComments: true };
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const answersWithinMs = 10_000;

/** Reads what the metadata of a provider says, given as a text or at an address. @throws InvalidInput */
export async function readProviderMetadata(
  { metadata, url }: MetadataInput,
  send: typeof fetch,
): Promise<SamlProposal> {
  if ((metadata === undefined) === (url === undefined))
    throw refused('metadata', 'or the url must be given, and not both');
  if (metadata !== undefined) return proposalIn(metadata, 'metadata');
  return proposalIn(await textAt(url ?? '', send), 'url');
}

function refused(path: string, message: string): Error {
  return invalidValues('saml-metadata.invalid', [{ path, message }]);
}

/** Reads the document at an address. Answers hide why that fails, since callers could find servers of a network by it. */
async function textAt(address: string, send: typeof fetch): Promise<string> {
  const url = URL.parse(address);
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '')
    throw refused('url', 'must be an address such as https://login.example.com/metadata');
  let text: string | undefined;
  try {
    const answer = await send(url.href, { signal: AbortSignal.timeout(answersWithinMs) });
    text = answer.status === 200 ? await answer.text() : await answer.body?.cancel().then(() => undefined);
  } catch {
    text = undefined;
  }
  if (text !== undefined) return text;
  throw refused('url', 'leads to no document that can be read: at most 1 MB, by HTTPS, without a redirect');
}

function proposalIn(text: string, path: string): SamlProposal {
  let root: XmlElement;
  try {
    root = readPlainXml(text.trim(), bounds);
  } catch (error) {
    if (error instanceof XmlFault) throw refused(path, `is no metadata of SAML: it ${error.message}`);
    throw error;
  }
  const providers = [...elementsIn(root)].flatMap((entity) => {
    const roles = isElement(entity, metadataSpace, 'EntityDescriptor') ? rolesOf(entity) : [];
    return roles.map((role) => ({ entity, role }));
  });
  const [found, ...others] = providers;
  if (!found) throw refused(path, 'describes no provider of SAML 2.0 (IDPSSODescriptor)');
  if (others.length > 0) throw refused(path, `describes ${providers.length} providers, and must describe one`);
  return proposalOf(found, path);
}

function rolesOf(entity: XmlElement): readonly XmlElement[] {
  return childrenNamed(entity, metadataSpace, 'IDPSSODescriptor').filter(({ attributes }) =>
    (attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocolSpace),
  );
}

function proposalOf(
  { entity, role }: { readonly entity: XmlElement; readonly role: XmlElement },
  path: string,
): SamlProposal {
  const entityId = entity.attributes.get('entityID')?.trim() ?? '';
  const ssoUrl = childrenNamed(role, metadataSpace, 'SingleSignOnService')
    .find(({ attributes }) => attributes.get('Binding') === redirect)
    ?.attributes.get('Location');
  const keys = childrenNamed(role, metadataSpace, 'KeyDescriptor').filter(
    ({ attributes }) => attributes.get('use') !== 'encryption',
  );
  // The first certificate has the key; others are those of authorities above it.
  const texts = keys
    .flatMap((key) => allNamed(key, signatureSpace, 'X509Data'))
    .flatMap((data) => childrenNamed(data, signatureSpace, 'X509Certificate').slice(0, 1))
    .map(({ text }) => text ?? '');
  const certificates = [...new Set(texts.filter((each) => certificateFault(each) === undefined).map(pemOf))];
  requireSound('saml-metadata.invalid', [
    ...(entityId === '' ? [{ path, message: 'has no entityID' }] : []),
    ...(ssoUrl === undefined ? [{ path, message: 'has no SingleSignOnService of the binding HTTP-Redirect' }] : []),
    ...(certificates.length === 0 ? [{ path, message: 'has no certificate with an RSA key for signing' }] : []),
  ]);
  const latest = certificates.toSorted((one, other) => endOf(other) - endOf(one)).slice(0, mostCertificates);
  return { entityId, ssoUrl: ssoUrl ?? '', certificates: latest };
}

function endOf(certificate: string): number {
  return certificateFacts(certificate).notAfter;
}
