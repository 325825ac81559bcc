const shortestMs = 10_000;
const timesLonger = 3;
/** What keeps failing is looked at by somebody within the hour. */
export const longestRetryMs = 15 * 60_000;

/** How long a job waits after its n-th failure: 10 s, 30 s, 90 s and so on, at most a quarter of an hour. */
export function retryAfterMs(attempt: number): number {
  return Math.min(shortestMs * timesLonger ** (attempt - 1), longestRetryMs);
}
