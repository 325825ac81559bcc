const mostCharacters = 2_000;

/** Printable ASCII without what no address holds unencoded, and without a fragment. */
const characters = /^(?:[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const web =
  /^https:\/\/(?<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?(?<rest>[/?].*)?$/;
const loopback = /^http:\/\/(?<host>127\.0\.0\.1|\[::1\]|localhost)(?::(?<port>\d{1,5}))?(?<rest>[/?].*)?$/;
/** A scheme of a program on the machine of the person: `cursor://callback`, `com.example.app:/callback`. */
const ofProgram = /^(?<scheme>[a-z][a-z0-9+.-]*):(?<rest>.+)$/;

/** Schemes that run a text, read files, or open programs and settings of the system. */
const refusedSchemes: ReadonlySet<string> = new Set(
  `about blob chrome data facetime file filesystem ftp hcp http https intent itms-services jar javascript ldap mailto
   resource search shell sms smb ssh tel urn vbscript view-source ws wss`.split(/\s+/),
);
const refusedFamilies = /^(?:ms-|search-ms$|x-apple)|-extension$/;

/** Says what makes a text no redirect address that a client may register. */
export function redirectFault(uri: string): string | undefined {
  if (uri.length > mostCharacters) return `is longer than ${mostCharacters} characters`;
  if (uri.includes('#')) return 'has a fragment';
  if (!characters.test(uri)) return 'has characters that must be encoded';
  if (/%2f|%5c/i.test(uri.split('?')[0] ?? '')) return 'has an encoded slash';
  if (/(?:^|\/)\.{1,2}(?:[/?]|$)/.test(uri)) return 'has a dot segment';
  const authority = /^[^:]*:\/\/([^/?]*)/.exec(uri)?.[1] ?? '';
  if (authority.includes('@')) return 'has user information';
  const { port } = loopback.exec(uri)?.groups ?? {};
  if (port !== undefined && !isPort(Number(port))) return 'has a port that there is not';
  if (loopback.test(uri) || web.test(uri)) return undefined;
  if (uri.startsWith('http://')) return 'is plain HTTP, and not on this machine (127.0.0.1, [::1], localhost)';
  if (uri.startsWith('https://')) return 'has no host in its usual form, in small letters';
  const { scheme } = ofProgram.exec(uri)?.groups ?? {};
  if (scheme === undefined) return 'has no scheme in small letters';
  const isRefused = refusedSchemes.has(scheme) || refusedFamilies.test(scheme);
  return isRefused ? `has the scheme ${scheme}, which no application has` : undefined;
}

export function isLoopbackRedirect(uri: string): boolean {
  return loopback.test(uri);
}

/**
 * Compares addresses as texts. The port of a public client on its own machine may differ: it takes a free one at each start
 * (RFC 8252 section 7.3).
 */
export function matchesRedirect(
  registered: string,
  given: string,
  { isPublic }: { readonly isPublic: boolean },
): boolean {
  if (registered === given) return true;
  const [one, other] = [loopback.exec(registered)?.groups, loopback.exec(given)?.groups];
  if (!isPublic || !one || !other || redirectFault(given) !== undefined) return false;
  return one['host'] === other['host'] && one['rest'] === other['rest'];
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** Adds parameters to a redirect address, which stays as it was written otherwise. */
export function withAnswer(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`;
}

/**
 * Names the host of a redirect address, or the scheme of the program that it opens. Another port of a host may be another
 * owner's; ports of the own machine differ at each start.
 */
export function hostOfRedirect(uri: string): string {
  const own = loopback.exec(uri)?.groups?.['host'];
  if (own !== undefined) return own;
  const { host, port = '443' } = web.exec(uri)?.groups ?? {};
  if (host === undefined) return `${ofProgram.exec(uri)?.groups?.['scheme'] ?? ''}:`;
  return Number(port) === 443 ? host : `${host}:${Number(port)}`;
}
