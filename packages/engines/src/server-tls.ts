import type { ConnectionOptions } from 'node:tls';

/**
 * Encryption of a connection to a database server. `off`: plain. `encrypted`: TLS, with any certificate. `trusted`:
 * with a certificate signed by a trusted authority. `verified`: with a certificate that is also for this very host.
 */
export interface ServerTls {
  readonly mode: 'off' | 'encrypted' | 'trusted' | 'verified';
  /** Authorities that are trusted instead of the well-known ones, PEM. */
  readonly authorities?: string;
}

/** Options of `tls.connect`; `undefined` for a plain connection. */
export function tlsOptions({ mode, authorities }: ServerTls): ConnectionOptions | undefined {
  const ca = authorities === undefined ? {} : { ca: authorities };
  switch (mode) {
    case 'off':
      return undefined;
    case 'encrypted':
      return { rejectUnauthorized: false };
    case 'trusted':
      return { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verified':
      return { ...ca, rejectUnauthorized: true };
  }
}
