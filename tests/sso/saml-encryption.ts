import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { type SamlKey, samlMessage, type SamlParts, signSaml } from './saml-message.ts';

const encryption = 'http://www.w3.org/2001/04/xmlenc#';
const encryption11 = 'http://www.w3.org/2009/xmlenc11#';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const statement = 'urn:oasis:names:tc:SAML:2.0:assertion';

export const dataAlgorithms = [
  'aes128-gcm',
  'aes192-gcm',
  'aes256-gcm',
  'aes128-cbc',
  'aes192-cbc',
  'aes256-cbc',
] as const;
type DataAlgorithm = (typeof dataAlgorithms)[number];

/** Ways to encrypt an assertion; the names are those of XML encryption. */
export interface SamlEncryption {
  readonly data?: DataAlgorithm;
  readonly transport?: 'rsa-oaep-mgf1p' | 'rsa-oaep' | 'rsa-1_5';
  /** Hash of the digest; absent: the message names none. */
  readonly digest?: 'sha1' | 'sha256';
  readonly mask?: 'mgf1sha1' | 'mgf1sha256';
  /** Where the key is: in the KeyInfo, next to the data, or there and named by a RetrievalMethod. */
  readonly place?: 'inside' | 'beside' | 'pointed';
  /** Changes what is encrypted. */
  readonly change?: (assertion: string) => string;
  /** Changes the encrypted bytes. */
  readonly spoil?: (bytes: Buffer) => Buffer;
  /** Changes the key that the data is encrypted by, where it is sent. */
  readonly spoilKey?: (bytes: Buffer) => Buffer;
}

const digests = { sha1: `${signature}sha1`, sha256: `${encryption}sha256` } as const;

/** Writes a message with an encrypted assertion, which is signed inside, outside, both, or nowhere. */
export function encryptedSaml(
  parts: SamlParts,
  key: SamlKey,
  certificate: string,
  { of = 'Assertion', ...how }: SamlEncryption & { readonly of?: 'Response' | 'Assertion' | 'both' | 'none' } = {},
): string {
  // The namespaces of the response are not there when the assertion is decrypted.
  const whole = samlMessage(parts).replace('<a:Assertion ', `<a:Assertion xmlns:a="${statement}" `);
  const inside = of === 'Assertion' || of === 'both' ? signSaml(whole, 'Assertion', key) : whole;
  const encrypted = inside.replace(/<a:Assertion .*<\/a:Assertion>/s, (assertion) =>
    encryptedElement(assertion, certificate, how),
  );
  return of === 'Response' || of === 'both' ? signSaml(encrypted, 'Response', key) : encrypted;
}

function encryptedElement(assertion: string, certificate: string, how: SamlEncryption): string {
  const { data = 'aes256-gcm', transport = 'rsa-oaep-mgf1p', digest, mask, place = 'inside' } = how;
  const { change = (text) => text, spoil = (bytes) => bytes, spoilKey = (bytes) => bytes } = how;
  const secret = randomBytes(Number(data.slice(3, 6)) / 8);
  const bytes = spoil(encryptedBytes(data, secret, Buffer.from(change(assertion))));
  const wrapped = publicEncrypt(
    transport === 'rsa-1_5'
      ? { key: certificate, padding: constants.RSA_PKCS1_PADDING }
      : { key: certificate, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest ?? 'sha1' },
    spoilKey(secret),
  );
  const space = transport === 'rsa-oaep' ? encryption11 : encryption;
  const method =
    `<e:EncryptionMethod Algorithm="${space}${transport}">` +
    `${digest === undefined ? '' : `<d:DigestMethod xmlns:d="${signature}" Algorithm="${digests[digest]}"/>`}` +
    `${mask === undefined ? '' : `<m:MGF xmlns:m="${encryption11}" Algorithm="${encryption11}${mask}"/>`}</e:EncryptionMethod>`;
  const key = `<e:EncryptedKey xmlns:e="${encryption}" Id="_key">${method}${cipherData(wrapped)}</e:EncryptedKey>`;
  const pointer = `<d:RetrievalMethod Type="${encryption}EncryptedKey" URI="#_key"/>`;
  const inside = { inside: key, beside: '', pointed: pointer }[place];
  return (
    `<a:EncryptedAssertion><e:EncryptedData xmlns:e="${encryption}" Type="${encryption}Element">` +
    `<e:EncryptionMethod Algorithm="${data.endsWith('gcm') ? encryption11 : encryption}${data}"/>` +
    `<d:KeyInfo xmlns:d="${signature}">${inside}</d:KeyInfo>${cipherData(bytes)}</e:EncryptedData>` +
    `${place === 'inside' ? '' : key}</a:EncryptedAssertion>`
  );
}

function cipherData(bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\n');
  return `<e:CipherData><e:CipherValue>${lines}</e:CipherValue></e:CipherData>`;
}

function encryptedBytes(data: DataAlgorithm, secret: Buffer, text: Buffer): Buffer {
  if (data.endsWith('gcm')) {
    const iv = randomBytes(12);
    const cipher = createCipheriv(`aes-${secret.length * 8}-gcm` as 'aes-256-gcm', secret, iv);
    const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, bytes, cipher.getAuthTag()]);
  }
  const iv = randomBytes(16);
  // The padding of XML encryption: any bytes, and their number in the last one.
  const padding = 16 - (text.length % 16);
  const padded = Buffer.concat([text, randomBytes(padding - 1), Buffer.from([padding])]);
  const cipher = createCipheriv(`aes-${secret.length * 8}-cbc`, secret, iv).setAutoPadding(false);
  return Buffer.concat([iv, cipher.update(padded), cipher.final()]);
}
