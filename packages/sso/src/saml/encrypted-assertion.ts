import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { SsoFault, unsound } from '../fault/index.ts';
import { allNamed, childrenNamed, encryption11Space, encryptionSpace, onlyChild, signatureSpace } from './elements.ts';
import type { SamlProvider } from './message.ts';
import type { XmlElement } from './plain-xml.ts';

type Hash = 'sha1' | 'sha256';

interface DataMethod {
  readonly mode: 'gcm' | 'cbc';
  readonly keyBytes: number;
}

/** Parts of an encrypted element, as the message states them. */
interface EncryptedElement {
  readonly by: DataMethod;
  /** Hash of OAEP, for the digest and the mask. */
  readonly hash: Hash;
  readonly wrappedKey: Buffer;
  readonly data: Buffer;
}

const dataMethods: ReadonlyMap<string, DataMethod> = new Map(
  [16, 24, 32].flatMap((keyBytes): readonly [string, DataMethod][] => [
    [`${encryption11Space}aes${keyBytes * 8}-gcm`, { mode: 'gcm', keyBytes }],
    [`${encryptionSpace}aes${keyBytes * 8}-cbc`, { mode: 'cbc', keyBytes }],
  ]),
);
const oaepOfSha1 = `${encryptionSpace}rsa-oaep-mgf1p`;
const oaep = `${encryption11Space}rsa-oaep`;
const digests: ReadonlyMap<string, Hash> = new Map([
  [`${signatureSpace}sha1`, 'sha1'],
  [`${encryptionSpace}sha256`, 'sha256'],
]);
const masks: ReadonlyMap<string, Hash> = new Map([
  [`${encryption11Space}mgf1sha1`, 'sha1'],
  [`${encryption11Space}mgf1sha256`, 'sha256'],
]);

const typeOfElements = `${encryptionSpace}Element`;
const ivBytes = { gcm: 12, cbc: 16 } as const;
const tagBytes = 16;
const blockBytes = 16;

/** Algorithms for providers to choose from, the preferred ones first. */
export const encryptionMethods: readonly string[] = [
  ...[32, 24, 16].map((keyBytes) => `${encryption11Space}aes${keyBytes * 8}-gcm`),
  oaepOfSha1,
];

/**
 * Decrypts an assertion by the keys of the provider. Every failure of a key or of the data has the same answer, so that the
 * answers reveal nothing about the encrypted text.
 *
 * @param isProved whether the element is part of a signed text: AES-CBC is decrypted only there, since it can be changed
 * @throws SsoFault
 */
export function decryptedText(
  provider: SamlProvider,
  element: XmlElement,
  { isProved }: { readonly isProved: boolean },
): string {
  const encrypted = readEncrypted(provider, element);
  if (encrypted.by.mode === 'cbc' && !isProved) throw changeable(provider);
  for (const key of provider.decryptionKeys ?? []) {
    try {
      return textBy(key, encrypted);
    } catch {} // The answer is the same for each key and each reason.
  }
  throw undecryptable(provider);
}

function undecryptable({ name }: SamlProvider): SsoFault {
  const sentence = `What ${name} encrypts cannot be decrypted here. Ask an administrator to compare the certificate for encryption there with the one here.`;
  return new SsoFault('sso.encrypted', sentence, 'it cannot be decrypted');
}

function changeable({ name }: SamlProvider): SsoFault {
  const sentence = `${name} encrypts by AES-CBC and does not sign the response, so what it encrypts could be changed. Ask an administrator to choose AES-GCM there, or to sign the response too.`;
  return new SsoFault('sso.encrypted', sentence, 'AES-CBC in a response that is not signed');
}

function unreadable({ name }: SamlProvider, by: string, wayOut: string): SsoFault {
  const sentence = `${name} encrypts by ${by}, which is not read here. Ask an administrator to choose ${wayOut} there.`;
  return new SsoFault('sso.encrypted', sentence, by);
}

/** Reads one piece of data with one key, which is inside of the KeyInfo of the data or next to the data. @throws SsoFault */
function readEncrypted(provider: SamlProvider, element: XmlElement): EncryptedElement {
  const wrong = (why: string) => unsound(provider, why);
  const [data, ...others] = allNamed(element, encryptionSpace, 'EncryptedData');
  const [key, ...keys] = allNamed(element, encryptionSpace, 'EncryptedKey');
  if (!data || others.length > 0 || !element.children.includes(data)) throw wrong('there is not one EncryptedData');
  if (!key || keys.length > 0) throw wrong('there is not one EncryptedKey');
  const info = onlyChild(data, signatureSpace, 'KeyInfo');
  if (!element.children.includes(key) && !info?.children.includes(key)) throw wrong('the EncryptedKey is elsewhere');
  if (element.children.some((child) => child !== data && child !== key)) throw wrong('there is more than is encrypted');
  const pointers = childrenNamed(info, signatureSpace, 'RetrievalMethod');
  if (pointers.some(({ attributes }) => attributes.get('URI') !== `#${key.attributes.get('Id')}`))
    throw wrong('the RetrievalMethod names another key');
  const type = data.attributes.get('Type') ?? typeOfElements;
  if (type !== typeOfElements) throw wrong(`what is encrypted is '${type.slice(0, 100)}'`);
  return {
    hash: hashOf(provider, key),
    by: dataMethodOf(provider, data),
    wrappedKey: requireBytes(provider, key),
    data: requireBytes(provider, data),
  };
}

function methodIn(element: XmlElement) {
  const method = onlyChild(element, encryptionSpace, 'EncryptionMethod');
  return { method, algorithm: method?.attributes.get('Algorithm') ?? 'no algorithm' };
}

function dataMethodOf(provider: SamlProvider, data: XmlElement): DataMethod {
  const { algorithm } = methodIn(data);
  const found = dataMethods.get(algorithm);
  if (found) return found;
  throw unreadable(provider, `'${algorithm.slice(0, 200)}'`, 'AES-GCM');
}

/** Finds the hash of the transport of a key. Node takes one for the digest and the mask. */
function hashOf(provider: SamlProvider, key: XmlElement): Hash {
  const { method, algorithm } = methodIn(key);
  if (algorithm !== oaepOfSha1 && algorithm !== oaep)
    throw unreadable(provider, `'${algorithm.slice(0, 200)}'`, 'RSA-OAEP for the key');
  const parameters = onlyChild(method, encryptionSpace, 'OAEPparams')?.text?.trim() ?? '';
  if (parameters !== '') throw unreadable(provider, 'RSA-OAEP with parameters', 'RSA-OAEP without them');
  const [digest = `${signatureSpace}sha1`, mask = `${encryption11Space}mgf1sha1`] = [
    onlyChild(method, signatureSpace, 'DigestMethod'),
    onlyChild(method, encryption11Space, 'MGF'),
  ].map((each) => each?.attributes.get('Algorithm'));
  const hash = digests.get(digest);
  if (hash !== undefined && masks.get(mask) === hash && (algorithm === oaep || hash === 'sha1')) return hash;
  const shown = `RSA-OAEP with the digest '${digest.slice(0, 100)}' and the mask '${mask.slice(0, 100)}'`;
  throw unreadable(provider, shown, 'SHA-1 for both, or SHA-256 for both by xmlenc11#rsa-oaep');
}

function requireBytes(provider: SamlProvider, element: XmlElement): Buffer {
  const value = onlyChild(onlyChild(element, encryptionSpace, 'CipherData'), encryptionSpace, 'CipherValue')?.text;
  const base64 = value?.replaceAll(/\s/g, '') ?? '';
  if (base64 !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return Buffer.from(base64, 'base64');
  throw unsound(provider, 'there is no CipherValue that is base64');
}

/** @throws Error for any other key, and any other data */
function textBy(key: string, { by, hash, wrappedKey, data }: EncryptedElement): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const secret = privateDecrypt({ key, padding, oaepHash: hash }, wrappedKey);
  if (secret.length !== by.keyBytes) throw new Error('the key has another length');
  const bytes = by.mode === 'gcm' ? fromGcm(secret, data) : fromCbc(secret, data);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function fromGcm(secret: Buffer, data: Buffer): Buffer {
  const [iv, rest] = [data.subarray(0, ivBytes.gcm), data.subarray(ivBytes.gcm)];
  if (rest.length < tagBytes) throw new Error('it is too short');
  const decipher = createDecipheriv(`aes-${secret.length * 8}-gcm` as 'aes-256-gcm', secret, iv, {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(rest.subarray(-tagBytes));
  return Buffer.concat([decipher.update(rest.subarray(0, -tagBytes)), decipher.final()]);
}

/** The padding of XML encryption says its length in the last byte alone. */
function fromCbc(secret: Buffer, data: Buffer): Buffer {
  const [iv, rest] = [data.subarray(0, ivBytes.cbc), data.subarray(ivBytes.cbc)];
  const decipher = createDecipheriv(`aes-${secret.length * 8}-cbc`, secret, iv).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(rest), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > blockBytes) throw new Error('the padding has no length');
  return padded.subarray(0, -padding);
}
