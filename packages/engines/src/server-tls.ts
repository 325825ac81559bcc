/**
 * How a connection to a database server is encrypted. `off`: plain. `encrypted`: TLS, with any certificate. `trusted`: one
 * that a trusted authority signed. `verified`: for this very host, too.
 */
export interface ServerTls {
  readonly mode: 'off' | 'encrypted' | 'trusted' | 'verified';
  /** Authorities that are trusted instead of the well-known ones, PEM. */
  readonly authorities?: string;
}
