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

/** What a key is for that is good for one thing only: uploading projects by `/build/deploy`. */
export type KeyPurpose = 'deploy';

/** What is hashed of a key. Keys with a purpose are found by those alone who ask for it. */
export function hashedText(text: string, purpose: KeyPurpose | undefined): string {
  return purpose === undefined ? text : `${purpose} ${text}`;
}
