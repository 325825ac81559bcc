/**
 * Whether a request target is written in the one way on which the router and the checks before it agree: absolute path,
 * no empty or dot segments, no encoded slash, no encoded letter, no matrix parameters, no control characters.
 *
 * @param target as on the request line, with its query string
 */
export function isCanonicalTarget(target: string): boolean {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.startsWith('/') || path.includes('//') || !pathCharacters.test(path)) return false;
  if (dotSegment.test(path)) return false;
  for (const [, code = ''] of path.matchAll(/%([0-9A-Fa-f]{2})/g)) {
    if (isNeverEncoded(Number.parseInt(code, 16))) return false;
  }
  return true;
}

/** RFC 3986 `pchar` and `/`, without `;`. */
const pathCharacters = /^(?:[A-Za-z0-9\-._~!$&'()*+,=:@/]|%[0-9A-Fa-f]{2})*$/;
const dotSegment = /(^|\/)\.{1,2}(\/|$)/;
/** Unreserved characters need no encoding; the others would be a second way to write a path. */
const neverEncoded = /[A-Za-z0-9\-._~/\\]/;

function isNeverEncoded(code: number): boolean {
  return code < 0x20 || code === 0x7f || neverEncoded.test(String.fromCharCode(code));
}
