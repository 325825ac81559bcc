/**
 * Ids of the requests of one interaction: equal up to `-span-`, so that the server knows a repeated request. Web Crypto
 * makes UUIDs in secure contexts only, and random numbers everywhere.
 */
export function requestIds(): () => string {
  const base = randomId();
  let span = 0;
  return () => `${base}-span-${(span += 1)}`;
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
