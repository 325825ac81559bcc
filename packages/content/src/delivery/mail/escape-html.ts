const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text between tags or in a quoted attribute; what nobody sees, but changes what they see, is taken out. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Without control characters and those that turn the direction of text around. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
