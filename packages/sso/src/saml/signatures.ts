import { allNamed, childrenNamed, elementsIn, onlyChild, signatureSpace } from './elements.ts';
import type { XmlElement } from './plain-xml.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const canonical = [exclusive, inclusive];
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Algorithms by RSA keys and whether they are by SHA-1. */
const algorithms: ReadonlyMap<string, boolean> = new Map([
  ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', true],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', false],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', false],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', false],
]);

const digests: ReadonlyMap<string, boolean> = new Map([
  ['http://www.w3.org/2000/09/xmldsig#sha1', true],
  ['http://www.w3.org/2001/04/xmlenc#sha256', false],
  ['http://www.w3.org/2001/04/xmlenc#sha512', false],
]);

const parts = ['SignedInfo', 'SignatureValue', 'KeyInfo'];
const methodNames = ['SignedInfo', 'CanonicalizationMethod', 'SignatureMethod', 'DigestMethod', 'SignatureValue'];

/** Claims of a document about its signatures, before any of them is verified. */
export interface StatedSignatures {
  /** Elements that are signed, of those that may be. */
  readonly signed: readonly XmlElement[];
  readonly usesSha1: boolean;
}

/**
 * Reads how a document is signed. Each signature is of one of the elements that may be signed, each of which has one at most, and
 * covers exactly the element that it is in.
 *
 * @returns why it is refused, otherwise
 */
export function statedSignatures(root: XmlElement, maySign: readonly XmlElement[]): StatedSignatures | string {
  const all = allNamed(root, signatureSpace, 'Signature');
  const found = maySign.map((of) => ({ of, signatures: childrenNamed(of, signatureSpace, 'Signature') }));
  if (found.some(({ signatures }) => signatures.length > 1)) return 'it is signed twice';
  const known = found.flatMap(({ of, signatures }) => signatures.map((signature) => ({ of, signature })));
  if (all.length > known.length) return 'it has a signature at a place of its own';
  const faults = known.map(({ of, signature }) => signatureFault(signature, of));
  const fault = faults.find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  const usesSha1 = all.some((signature) => {
    const { method, digest } = methodsOf(signature);
    return algorithms.get(method) === true || digests.get(digest) === true;
  });
  return { signed: known.map(({ of }) => of), usesSha1 };
}

function methodsOf(signature: XmlElement) {
  const info = onlyChild(signature, signatureSpace, 'SignedInfo');
  const reference = onlyChild(info, signatureSpace, 'Reference');
  const algorithmOf = (of: XmlElement | undefined, name: string) =>
    onlyChild(of, signatureSpace, name)?.attributes.get('Algorithm') ?? '';
  return {
    info,
    reference,
    canonicalization: algorithmOf(info, 'CanonicalizationMethod'),
    method: algorithmOf(info, 'SignatureMethod'),
    digest: algorithmOf(reference, 'DigestMethod'),
  };
}

/** Whether a signature names its methods once, wherever one looks for them and in whatever namespace. */
function isPlain(signature: XmlElement): boolean {
  const names = [...elementsIn(signature)].map(({ name }) => name);
  const isKnown = signature.children.every(({ name }) => parts.includes(name));
  return isKnown && methodNames.every((name) => names.filter((each) => each === name).length === 1);
}

function signatureFault(signature: XmlElement, signed: XmlElement): string | undefined {
  const { info, reference, canonicalization, method, digest } = methodsOf(signature);
  if (!info || !reference) return 'a signature has not exactly one reference';
  if (!isPlain(signature)) return 'a signature has something of its own in it';
  const id = signed.attributes.get('ID') ?? '';
  if (id === '' || reference.attributes.get('URI') !== `#${id}`) return 'a signature is of another element';
  if (!canonical.includes(canonicalization)) return `a signature is canonical by '${canonicalization.slice(0, 100)}'`;
  if (!algorithms.has(method)) return `a signature is by the algorithm '${method.slice(0, 100)}'`;
  if (!digests.has(digest)) return `a signature has the digest '${digest.slice(0, 100)}'`;
  const steps = childrenNamed(onlyChild(reference, signatureSpace, 'Transforms'), signatureSpace, 'Transform');
  const transforms = steps.map(({ attributes }) => attributes.get('Algorithm') ?? '');
  const isKnown = transforms.every((each) => each === enveloped || canonical.includes(each));
  const isRight = transforms.includes(enveloped) && transforms.length <= 2 && isKnown;
  return isRight ? undefined : 'a signature transforms what it signs';
}
