const longest = 8_000;

/**
 * The page of ours that a text names, as an address below the public one; `undefined` for anything else.
 *
 * @param next path and query below the public path, as anybody may have written them
 */
export function ownPage(next: string | undefined, ownAddress: string): string | undefined {
  if (next === undefined || next.length > longest || !next.startsWith('/')) return undefined;
  if (next.startsWith('//') || /[\\\p{C}\s]/u.test(next)) return undefined;
  const { origin } = new URL(ownAddress);
  const url = URL.parse(next, origin);
  // A path that dots make begin with two slashes would lead to another host.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}`;
}
