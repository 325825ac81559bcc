/** What may be shown of an API key. Instants are epoch milliseconds. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly username: string;
  readonly tail: string;
  /** `'all'` includes deployments of later. */
  readonly deployments: 'all' | readonly number[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** At most a minute old while the key is in use. */
  readonly lastUsedAt: number | undefined;
}
