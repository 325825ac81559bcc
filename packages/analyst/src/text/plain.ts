const maxShown = 300;

/** A text of others on one line, bounded, without control characters and those that change the direction of text. */
export function clean(text: string, most: number = maxShown): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  const points = [...line];
  return points.length > most ? `${points.slice(0, most).join('')}…` : line;
}

/** A text of others for a place in Markdown: clean, and nothing in it is markup. */
export function plain(text: string, most: number = maxShown): string {
  return clean(text, most).replace(/[\\`*_{}[\]<>#|~!&]/g, String.raw`\$&`);
}

/** A list as people write it: `a, b and c`. */
export function listed(texts: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`;
}
