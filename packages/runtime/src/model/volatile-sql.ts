/**
 * Functions of DuckDB (1.5) whose value changes: the clock, randomness, sequences. Those that are also likely names of
 * columns count only as calls.
 */
const VOLATILE =
  /\b(?:current_(?:date|time|timestamp|localtime|localtimestamp)|localtime|localtimestamp|(?:table)?sample)\b|\b(?:now|today|age|ago|get_current_\w+|current_\w+_id|transaction_timestamp|txid_current|random|setseed|(?:gen_random_)?uuid\w*|nextval|currval)"?\s*\(/i;

/**
 * Whether a statement may return other rows of the same data. Matches words, also in comments: a false positive is
 * harmless.
 */
export function isVolatileSql(text: string): boolean {
  return VOLATILE.test(text);
}
