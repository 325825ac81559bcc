import { createHash } from 'node:crypto';
import { Conflict } from '@orrery/kernel';

/** Tells drafts apart: it is another one after each change. @param stored the text of the draft; `null` for none */
export function revisionOf(stored: string | null): string {
  return stored === null ? 'none' : createHash('sha256').update(stored).digest('base64url').slice(0, 22);
}

/** @param basedOn revision that a change was made on; absent: it is made whatever is there @throws Conflict */
export function requireRevision(stored: string | null, basedOn: string | null | undefined): void {
  if (typeof basedOn !== 'string' || basedOn === revisionOf(stored)) return;
  throw new Conflict('workbook.draft-changed', 'The draft of the dashboard was changed meanwhile, and is not replaced');
}
