/**
 * Words of DuckDB (1.5) whose value is another one at another time: the clock, chance, sequences. Those that are also
 * likely names of columns count as calls only.
 */
const VOLATILE =
  /\b(?:current_(?:date|time|timestamp|localtime|localtimestamp)|localtime|localtimestamp|(?:table)?sample)\b|\b(?:now|today|age|ago|get_current_\w+|current_\w+_id|transaction_timestamp|txid_current|random|setseed|(?:gen_random_)?uuid\w*|nextval|currval)"?\s*\(/i;

/** Whether a statement may give other rows of the same data. Sees words, also those in comments: better once too often. */
export function isVolatileSql(text: string): boolean {
  return VOLATILE.test(text);
}
