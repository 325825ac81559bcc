const hourMs = 3_600_000;

/** A session that nobody uses for so long ends. */
const idleMs = 12 * hourMs;
/** However much it is used. */
export const longestMs = 7 * 24 * hourMs;

/** What may be shown of somebody signed in with a browser. Instants are epoch milliseconds. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly createdAt: number;
  /** At most a minute old while it is in use. */
  readonly lastUsedAt: number;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

/** Of which time a session must be that still holds. */
export function aliveAt(now: number): { readonly createdAfter: number; readonly usedAfter: number } {
  return { createdAfter: now - longestMs, usedAfter: now - idleMs };
}
