import { keyFromText, type KeyRing, ringOf, type TokenKeys } from './token-keys.ts';

/** The stored secrets of a deployment, and when they may be others. */
export interface SecretSource {
  /** Another value when a secret may have come or gone. Cheap. @throws RequestError when nobody can tell */
  epoch(): number;
  secrets(): Promise<readonly string[]>;
}

/** Reads the secrets again whenever they may be others. */
export class StoredSecretKeys implements TokenKeys {
  readonly #source: SecretSource;
  readonly #algorithms: readonly string[];
  #read: { readonly epoch: number; readonly ring: Promise<KeyRing> } | undefined;
  #secrets: readonly string[] = [];
  #ring = ringOf([]);

  constructor(source: SecretSource, algorithms: readonly string[]) {
    this.#source = source;
    this.#algorithms = algorithms;
  }

  current(): Promise<KeyRing> {
    const epoch = this.#source.epoch();
    if (this.#read?.epoch !== epoch) {
      const read = { epoch, ring: this.#readRing() };
      this.#read = read;
      read.ring.catch(() => {
        if (this.#read === read) this.#read = undefined; // whoever asks next reads again
      });
    }
    return this.#read.ring;
  }

  /** The same ring when the secrets are the same: epochs grow for many reasons. */
  async #readRing(): Promise<KeyRing> {
    const secrets = await this.#source.secrets();
    if (secrets.join('\n') !== this.#secrets.join('\n')) {
      this.#secrets = secrets;
      this.#ring = ringOf(secrets.map((secret) => keyFromText(secret, this.#algorithms)));
    }
    return this.#ring;
  }
}
