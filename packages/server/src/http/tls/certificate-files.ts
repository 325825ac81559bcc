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
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(
          `The certificate '${certificateFile}' with the key '${keyFile}' cannot be used: ${reason}`,
          { cause: error },
        );
      }
    },
  };
}

/** An empty file is a certificate to `createSecureContext`, and what it makes of it answers no handshake. */
function requirePair({ cert, key }: TlsMaterial): void {
  const isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  if (!isPair) throw new Error('the certificate is not for this key');
  createSecureContext({ cert, key });
}
