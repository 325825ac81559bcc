const shortestMs = 10_000;
const timesLonger = 3;
/** Short enough for someone who repairs the cause to see the next attempt within the hour. */
export const longestRetryMs = 15 * 60_000;

/** Returns how long a job waits after its n-th failure: 10 s, 30 s, 90 s and so on, at most a quarter of an hour. */
export function retryAfterMs(attempt: number): number {
  return Math.min(shortestMs * timesLonger ** (attempt - 1), longestRetryMs);
}
