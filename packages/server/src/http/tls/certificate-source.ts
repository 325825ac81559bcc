/** A certificate chain and its private key, PEM texts. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

/** Where a certificate comes from; asked again while it serves, because certificates end and are replaced. */
export interface CertificateSource {
  /** How often it is worth asking. */
  readonly everyMs: number;
  /** @returns a pair that can serve; @throws with one sentence when there is none */
  read(): Promise<TlsMaterial>;
}
