import { keyFromText, type KeyRing, ringOf, type TokenKeys } from './token-keys.ts';

/** The stored secrets of a deployment, and a number that changes with them. */
export interface SecretSource {
  /** Changes when a secret may have been added or removed. Cheap. @throws RequestError when it is unknown */
  epoch(): number;
  secrets(): Promise<readonly string[]>;
}

interface KeyRingRead {
  readonly epoch: number;
  readonly ring: Promise<KeyRing>;
  /** The keys, once read. */
  found: KeyRing | undefined;
}

/** Reads the secrets again whenever they may have changed. */
export class StoredSecretKeys implements TokenKeys {
  readonly #source: SecretSource;
  readonly #algorithms: readonly string[];
  #read: KeyRingRead | undefined;
  #secrets: readonly string[] = [];
  #ring = ringOf([]);

  constructor(source: SecretSource, algorithms: readonly string[]) {
    this.#source = source;
    this.#algorithms = algorithms;
  }

  current(): Promise<KeyRing> {
    const epoch = this.#source.epoch();
    if (this.#read?.epoch !== epoch) {
      const read: KeyRingRead = { epoch, ring: this.#readRing(), found: undefined };
      this.#read = read;
      read.ring.then(
        (ring) => {
          read.found = ring;
        },
        () => {
          if (this.#read === read) this.#read = undefined; // whoever asks next reads again
        },
      );
    }
    return this.#read.ring;
  }

  known(): KeyRing | undefined {
    return this.#read?.epoch === this.#source.epoch() ? this.#read.found : undefined;
  }

  /** Keeps the same ring while the secrets are equal: epochs grow for many reasons. */
  async #readRing(): Promise<KeyRing> {
    const secrets = await this.#source.secrets();
    if (secrets.join('\n') !== this.#secrets.join('\n')) {
      this.#secrets = secrets;
      this.#ring = ringOf(secrets.map((secret) => keyFromText(secret, this.#algorithms)));
    }
    return this.#ring;
  }
}
