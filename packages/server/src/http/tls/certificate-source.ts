/** A certificate chain and its private key, PEM texts. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

/** Source of a certificate; read repeatedly, because certificates expire and are replaced. */
export interface CertificateSource {
  /** How often to read it. */
  readonly everyMs: number;
  /**
   * @returns a pair that can serve
   * @throws with one sentence when the pair cannot serve
   */
  read(): Promise<TlsMaterial>;
}
