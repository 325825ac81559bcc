/** Replacement for a value. */
const hidden = '[hidden]';

/** Shorter values are not hidden: that would also hide ordinary words, and reveal the value by the gap. */
const leastLength = 4;

/** Hides the values of variables in a text. */
export function hideValues(text: string, values: Iterable<string>): string {
  const secrets = [...values].filter((value) => value.length >= leastLength);
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
}
