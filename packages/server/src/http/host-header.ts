/** RFC 9110 section 7.2, of names without the signs that no name of a machine has. Empty where the target has no authority. */
const hostAndPort = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})*)(?::\d{0,5})?$/;

/**
 * RFC 9112 section 3.2: a request names one host, in its one form. Two of them are read as two different ones by servers that
 * stand behind each other.
 *
 * @param rawHeaders names and values by turns; the headers that are read have the first of two
 */
export function isHostSound(rawHeaders: readonly string[]): boolean {
  let isNamed = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'host') continue;
    if (isNamed || !hostAndPort.test(rawHeaders[at + 1] ?? '')) return false;
    isNamed = true;
  }
  return true;
}
