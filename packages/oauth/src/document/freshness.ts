const minuteMs = 60_000;
/** Time for a person to answer the question; longer than that, a document that should not be kept is kept no longer. */
const leastMs = minuteMs;
const usualMs = 5 * minuteMs;
const mostMs = 60 * minuteMs;

/** How long a document may be kept by the headers of its answer (RFC 9111), within bounds of our own. */
export function freshMs(headers: Headers): number {
  const control = headers.get('cache-control')?.toLowerCase() ?? '';
  if (/(?:^|[\s,])no-(?:store|cache)(?:[\s,=]|$)/.test(control)) return leastMs;
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,9})"?(?:[\s,]|$)/.exec(control) ?? [];
  if (seconds === undefined) return usualMs;
  const [, age = '0'] = /^(\d{1,9})$/.exec(headers.get('age')?.trim() ?? '') ?? [];
  return Math.min(Math.max((Number(seconds) - Number(age)) * 1_000, leastMs), mostMs);
}
