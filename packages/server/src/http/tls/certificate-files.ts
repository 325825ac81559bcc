import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { OperatorError } from '@orrery/kernel';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';

/**
 * Contents are read and compared instead of watching files: a certificate is replaced by rename, in place, or behind
 * several links (certbot, mounted secrets), and no watcher sees all of these.
 */
const everyMs = 2_000;

export function certificateFiles(certificateFile: string, keyFile: string): CertificateSource {
  return {
    everyMs,
    read: async () => {
      try {
        const [cert, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
        requirePair({ cert, key });
        return { cert, key };
      } catch (error) {
        const reason = reasonOf(error);
        throw new OperatorError(
          `The certificate '${certificateFile}' with the key '${keyFile}' cannot be used: ${reason}`,
          { cause: error },
        );
      }
    },
  };
}

/** Says what files are wrong in the words of an operator, not in those of the system. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('path' in error && 'code' in error) {
    if (error.code === 'ENOENT') return `there is no file '${error.path}'`;
    if (error.code === 'EACCES') return `this user may not read '${error.path}'`;
  }
  return error.message;
}

/** Reads one part of a pair. @throws Error that names the part where it is not there in PEM */
function readPem<T>(part: 'certificate' | 'private key', read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`its file holds no ${part} in PEM that can be read`, { cause });
  }
}

/** An empty file is a certificate to `createSecureContext`, and what it makes of it answers no handshake. */
function requirePair({ cert, key }: TlsMaterial): void {
  const certificate = readPem('certificate', () => new X509Certificate(cert));
  const privateKey = readPem('private key', () => createPrivateKey(key));
  const isPair = certificate.checkPrivateKey(privateKey);
  if (!isPair) throw new Error('the certificate is not for this key');
  createSecureContext({ cert, key });
}
