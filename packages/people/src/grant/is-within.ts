/** Whether a token may be for this address: one of those that were granted, and never another one. */
export function isWithin(resource: string | undefined, granted: string | null): boolean {
  if (resource === undefined || granted === null || resource === granted) return true;
  const base = granted.endsWith('/') ? granted.slice(0, -1) : granted;
  return resource.startsWith(`${base}/`) || (!granted.includes('?') && resource.startsWith(`${base}?`));
}
