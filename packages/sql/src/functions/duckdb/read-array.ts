/**
 * Reads PostgreSQL's text of an array of one dimension: `{a,"b c",NULL}`.
 *
 * @returns undefined where it is not one
 */
export function readArray(text: string): readonly (string | null)[] | undefined {
  const [, inner] = /^\s*\{(.*)\}\s*$/s.exec(text) ?? [];
  if (inner === undefined) return undefined;
  if (inner.trim() === '') return [];
  const items: (string | null)[] = [];
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|((?:[^",{}\\\s]|\\.)(?:[^",{}\\]|\\.)*))\s*(,|$)/sy;
  for (;;) {
    const match = item.exec(inner);
    if (!match) return undefined;
    const [, inQuotes, plain = '', end] = match;
    const written = (inQuotes ?? plain.trimEnd()).replaceAll(/\\(.)/gs, '$1');
    items.push(inQuotes === undefined && /^null$/i.test(plain.trim()) ? null : written);
    if (end === '') return items;
  }
}
