import { X509Certificate } from 'node:crypto';
import { getVerifiedXml, parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js';
import { SsoFault } from '../fault/index.ts';
import type { SamlProvider } from './message.ts';

/** The elements that a provider signs. */
export type SignedName = 'Response' | 'Assertion';

/**
 * Verifies the signatures of a document, by the certificates of the provider that have not expired.
 *
 * @param signed names of the elements that are signed, each of which is there once, from the outside to the inside
 * @returns the text of the first of them, as it was signed @throws SsoFault
 */
export async function signedText(
  provider: SamlProvider,
  xml: string,
  signed: readonly SignedName[],
  clock: { now(): number },
): Promise<string> {
  const { certificates } = provider.settings;
  const isExpired = (certificate: string) => Date.parse(new X509Certificate(certificate).validTo) <= clock.now();
  const current = certificates.filter((certificate) => !isExpired(certificate));
  try {
    return await verifiedText(xml, signed, current);
  } catch (error) {
    const expired = certificates.filter(isExpired);
    const { name } = provider;
    if (await verifiedText(xml, signed, expired).catch(() => undefined)) {
      const sentence = `${name} signs by a certificate that has expired. Ask an administrator to renew it, there and here.`;
      throw new SsoFault('sso.certificate', sentence, error);
    }
    const sentence = `The answer of ${name} is signed by none of the certificates that are set up here. Ask an administrator.`;
    throw new SsoFault('sso.certificate', sentence, error);
  }
}

/**
 * Verifies by the part of the library that hands over what was signed. The rest of its reading of answers is not used: it
 * decrypts before it verifies, compares no destination, recipient and issuer, and loses all but the last of several attributes
 * of a name (5.1.0).
 */
async function verifiedText(
  xml: string,
  signed: readonly SignedName[],
  certificates: readonly string[],
): Promise<string> {
  if (certificates.length === 0) throw new Error('every certificate has expired');
  const document = await parseDomFromString(xml);
  const texts = signed.map((name) => {
    const [element, ...others] = xpath.selectElements(document, `//*[local-name()='${name}']`);
    if (!element || others.length > 0) throw new Error(`there is not one ${name}`);
    const text = getVerifiedXml(xml, element, [...certificates]);
    if (text === null) throw new Error(`the signature of the ${name} is not right`);
    return text;
  });
  const [outer] = texts;
  if (outer === undefined) throw new Error('nothing is signed');
  return outer;
}
