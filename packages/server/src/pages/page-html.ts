import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@orrery/kernel';

/** A value that is in one answer and no other. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The data of a page in its HTML, which scripts read: neither `</script>` nor `<!--` can end the element. */
export function factsElement(facts: object): string {
  return `<script type="application/json" id="orrery-page">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`;
}

/** A page without script, for what has nothing to show. */
export function noticeHtml(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>
`;
}
