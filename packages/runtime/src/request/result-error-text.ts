/** Sentences that name no value: what renderings say by themselves, and what DuckDB says of numbers that are too large. */
const fixed: readonly (readonly [found: RegExp, text: string])[] = [
  [/division by zero/i, 'division by zero'],
  [/value out of range: overflow/, 'value out of range: overflow'],
  [/value out of range: underflow/, 'value out of range: underflow'],
  [/cannot take square root of a negative number/, 'cannot take square root of a negative number'],
  [/cannot take (?:the )?logarithm of zero|logarithm of zero/i, 'cannot take logarithm of zero'],
  [/logarithm of a negative number/i, 'cannot take logarithm of a negative number'],
  [/input is out of range/, 'input is out of range'],
  [/negative substring length not allowed/, 'negative substring length not allowed'],
  [/field position must not be zero/, 'field position must not be zero'],
  [/step size cannot equal zero/, 'step size cannot equal zero'],
  [/(generate_series makes at most \d+ rows)/, 'generate_series makes too many rows'],
  [/interval out of range/, 'interval out of range'],
  [/(?:date|time|timestamp) field value out of range/, 'date/time field value out of range'],
  [/Could not convert string '[+-]?\d+' to INT16/, 'smallint out of range'],
  [/Could not convert string '[+-]?\d+' to INT32/, 'integer out of range'],
  [/Could not convert string '[+-]?\d+' to INT64/, 'bigint out of range'],
  [/(?:Overflow|destination type|range).*\bINT16\b/i, 'smallint out of range'],
  [/(?:Overflow|destination type|range).*\bINT32\b/i, 'integer out of range'],
  [/(?:Overflow|destination type|range).*\bINT64\b/i, 'bigint out of range'],
];

/** Describes a failure above results, in PostgreSQL's words, where these name no value. @param cause of the failure */
export function textWithoutValues(cause: unknown): string | undefined {
  const message = cause instanceof Error ? cause.message : '';
  return fixed.find(([found]) => found.test(message))?.[1];
}

/** Describes a failure in a statement that reads no rows. Texts of renderings may name its constants. */
export function wholeText(cause: unknown): string | undefined {
  const message = cause instanceof Error ? cause.message : '';
  const own = /^(?:Invalid Input Error|Out of Range Error): ((?:invalid input syntax|[a-z"]).*)/.exec(message)?.[1];
  return textWithoutValues(cause) ?? own;
}
