/**
 * Encryption of a connection to a database server. `off`: plain. `encrypted`: TLS, with any certificate. `trusted`:
 * with a certificate signed by a trusted authority. `verified`: with a certificate that is also for this very host.
 */
export interface ServerTls {
  readonly mode: 'off' | 'encrypted' | 'trusted' | 'verified';
  /** Authorities that are trusted instead of the well-known ones, PEM. */
  readonly authorities?: string;
}
