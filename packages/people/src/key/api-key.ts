/** Public data of an API key. Instants are epoch milliseconds. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly username: string;
  readonly tail: string;
  /** `'all'` includes later deployments. */
  readonly deployments: 'all' | readonly number[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** At most a minute behind while the key is in use. */
  readonly lastUsedAt: number | undefined;
}

/** The purpose of a key with a single use: uploading projects by `/build/deploy`. */
export type KeyPurpose = 'deploy';

/** Returns the part of a key that is hashed. A key with a purpose is found only by a search for that purpose. */
export function hashedText(text: string, purpose: KeyPurpose | undefined): string {
  return purpose === undefined ? text : `${purpose} ${text}`;
}
