/** What stands where a value stood. */
const hidden = '[hidden]';

/** Shorter ones would hide ordinary words, and tell by the gap what they are. */
const leastLength = 4;

/** A text without the values of variables that it may quote. */
export function hideValues(text: string, values: Iterable<string>): string {
  const secrets = [...values].filter((value) => value.length >= leastLength);
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
}
