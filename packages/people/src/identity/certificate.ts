import { X509Certificate } from 'node:crypto';

/** Facts of a certificate of a provider, for admins. */
export interface CertificateFacts {
  /** Names in one line, without those that are empty. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly notAfter: number;
  /** SHA-256 of the whole, in hexadecimal pairs. */
  readonly fingerprint: string;
  /** Whether the key is shorter than RSA keys of 2048 bits, or is no RSA key of at least that. */
  readonly isWeak: boolean;
}

const longest = 16_000;
const leastBits = 2_048;

/** Says what is wrong with a certificate, in PEM or as its bare base64. */
export function certificateFault(text: string): string | undefined {
  const certificate = parsed(text);
  if (!certificate) return 'is no certificate: paste it from -----BEGIN CERTIFICATE----- to its end';
  const { asymmetricKeyType } = certificate.publicKey;
  return asymmetricKeyType === 'rsa' ? undefined : `has a key of the kind ${asymmetricKeyType}, and only RSA is taken`;
}

/** Writes a certificate in PEM. @param text without a fault */
export function pemOf(text: string): string {
  return (parsed(text) ?? fail()).toString();
}

/** @param text without a fault */
export function certificateFacts(text: string): CertificateFacts {
  const certificate = parsed(text) ?? fail();
  const bits = certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  return {
    subject: certificate.subject.split('\n').filter(Boolean).join(', '),
    notAfter: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
    isWeak: bits < leastBits,
  };
}

function parsed(text: string): X509Certificate | undefined {
  const body = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  if (text.length > longest || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  try {
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
}

function fail(): never {
  throw new Error('a stored certificate cannot be read');
}
