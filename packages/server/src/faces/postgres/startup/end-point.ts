import { createHash, type X509Certificate } from 'node:crypto';

/** Object identifiers of signature algorithms, with the hash of each. Others have none or two, which RFC 5929 leaves open. */
const hashes: ReadonlyMap<string, 'sha256' | 'sha384' | 'sha512'> = new Map([
  ['1.2.840.113549.1.1.4', 'sha256'], // MD5 with RSA, for which SHA-256 stands
  ['1.2.840.113549.1.1.5', 'sha256'], // SHA-1 with RSA, likewise
  ['1.2.840.10045.4.1', 'sha256'], // SHA-1 with ECDSA, likewise
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.4', 'sha512'],
]);

/**
 * Computes the hash that binds a sign-in to the certificate of its connection: `tls-server-end-point` of RFC 5929.
 *
 * @returns undefined where the certificate defines none
 */
export function endPointOf(certificate: X509Certificate | undefined): Uint8Array | undefined {
  const hash = certificate && hashes.get(certificate.signatureAlgorithmOid);
  return hash && createHash(hash).update(certificate.raw).digest();
}
