import type { XmlElement } from './plain-xml.ts';

export const assertionSpace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolSpace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const metadataSpace = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const signatureSpace = 'http://www.w3.org/2000/09/xmldsig#';
export const encryptionSpace = 'http://www.w3.org/2001/04/xmlenc#';
export const encryption11Space = 'http://www.w3.org/2009/xmlenc11#';

export function isElement(element: XmlElement | undefined, space: string, name: string): element is XmlElement {
  return element?.space === space && element.name === name;
}

/** The children of a name, in their order. */
export function childrenNamed(element: XmlElement | undefined, space: string, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => isElement(child, space, name)) ?? [];
}

/** The child of a name; `undefined` where there is none, or more than one. */
export function onlyChild(element: XmlElement | undefined, space: string, name: string): XmlElement | undefined {
  const [child, ...others] = childrenNamed(element, space, name);
  return others.length === 0 ? child : undefined;
}

/** An element and all that are inside of it. */
export function* elementsIn(element: XmlElement): Iterable<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsIn(child);
}

/** All elements of a name, at any depth. */
export function allNamed(element: XmlElement, space: string, name: string): readonly XmlElement[] {
  return [...elementsIn(element)].filter((each) => isElement(each, space, name));
}

/** Ids of the elements below an element, and its own. One that is there twice is listed twice. */
export function idsIn(element: XmlElement): readonly string[] {
  return [...elementsIn(element)].flatMap(({ attributes }) =>
    [...attributes].flatMap(([key, value]) => (key.toLowerCase() === 'id' ? [value] : [])),
  );
}
