import { createHash } from 'node:crypto';
import { Conflict } from '@orrery/kernel';

/** Tells stored texts apart: it is another one after each change. @param stored `null` for none */
export function revisionOf(stored: string | null): string {
  return stored === null ? 'none' : createHash('sha256').update(stored).digest('base64url').slice(0, 22);
}

const conflicts = {
  draft: ['workbook.draft-changed', 'The draft of the dashboard was changed meanwhile, and is not replaced'],
  report: ['report.changed', 'The report was changed meanwhile, and is not replaced'],
} as const;

/** @param basedOn revision that a change was made on; absent: it is made whatever is there @throws Conflict */
export function requireRevision(
  kind: keyof typeof conflicts,
  stored: string | null,
  basedOn: string | null | undefined,
): void {
  const [code, text] = conflicts[kind];
  if (typeof basedOn === 'string' && basedOn !== revisionOf(stored)) throw new Conflict(code, text);
}
