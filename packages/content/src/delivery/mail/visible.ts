import { escapeHtml } from '@orrery/kernel';

/** Text between tags or in a quoted attribute; what nobody sees, but changes what they see, is taken out. */
export function visibleHtml(text: string): string {
  return escapeHtml(visible(text));
}

/** Without control characters and those that turn the direction of text around. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
