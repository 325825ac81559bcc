import { escapeHtml } from '@orrery/kernel';

/**
 * Escapes text for use between tags or in a quoted attribute, and removes invisible characters that change what is
 * seen.
 */
export function visibleHtml(text: string): string {
  return escapeHtml(visible(text));
}

/** Removes control characters and those that reverse the direction of text. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
