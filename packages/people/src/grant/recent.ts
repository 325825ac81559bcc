/**
 * Time for which a refresh token that was replaced stays good. Clients were seen to use one again for a minute and more;
 * a minute is for clocks of nodes that differ.
 */
const graceMs = 3 * 60_000;

/** A generation of refresh tokens, and when it was replaced. */
export type ReplacedToken = readonly [generation: number, at: number];

/** Generations of a grant that were replaced so lately that their tokens are still good. */
export function recentlyReplaced(json: string | null, now: number): readonly ReplacedToken[] {
  const list: unknown = json === null ? [] : JSON.parse(json);
  if (!Array.isArray(list)) return [];
  return list.filter(isReplaced).filter(([, at]) => at + graceMs > now);
}

export function replacedIn(recent: readonly ReplacedToken[], generation: number): boolean {
  return recent.some(([replaced]) => replaced === generation);
}

function isReplaced(value: unknown): value is ReplacedToken {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
}
