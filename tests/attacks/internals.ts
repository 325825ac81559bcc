import { resolve } from 'node:path';

/** Patterns of text that reveals internals of the service. */
const telling: readonly RegExp[] = [
  /\n\s+at |"stack"|\.ts:\d|node_modules|node:internal/,
  /\b(Binder|Catalog|Conversion|Parser|IO|Permission|Invalid Input|Out of Memory|Internal) (Error|Exception)\b/,
  /\bSELECT\b[^"]*\bFROM\b|read_csv|read_text|LINE \d+:/,
  /SQLITE|TypeError|RangeError|ReferenceError|Maximum call stack/,
];

const root = resolve(import.meta.dirname, '../..');

/**
 * Finds the parts that an answer in production mode should not have.
 *
 * @param sent the text that the caller sent: an answer may repeat it, also in lower case
 */
export function internalsIn(answer: string, sent = ''): readonly string[] {
  const escaped = JSON.stringify(sent).slice(1, -1);
  const echoes = [sent, escaped, JSON.stringify(escaped).slice(1, -1)].flatMap((text) => [text, text.toLowerCase()]);
  const own = echoes.reduce((text, echo) => (echo === '' ? text : text.replaceAll(echo, '')), answer);
  const found = telling.flatMap((pattern) => pattern.exec(own)?.[0] ?? []);
  return own.includes(root) || own.includes('/etc/') ? [...found, 'a path'] : found;
}
