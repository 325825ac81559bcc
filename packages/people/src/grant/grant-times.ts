const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long an access token lasts. */
export const accessMs = hourMs;
/** How long a grant lasts without a refresh, and at most. */
export const idleMs = 30 * dayMs;
export const longestMs = 90 * dayMs;
/** How long ended grants are kept. */
export const keptMs = 7 * dayMs;

/** Bounds of grants that have not ended by themselves, after their longest time or because they were not used. */
export interface AliveAt {
  readonly now: number;
  readonly refreshedAfter: number;
}

export function aliveAt(now: number): AliveAt {
  return { now, refreshedAfter: now - idleMs };
}

export function endOfGrant(refreshedAt: number, expiresAt: number): number {
  return Math.min(refreshedAt + idleMs, expiresAt);
}
