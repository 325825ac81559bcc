import { OrreryError } from '@orrery/client';
import { workbookWords as words } from '../words/workbook-words.ts';

/** What is wrong, as the server says it. */
export function sentenceOf(error: unknown): string {
  return error instanceof OrreryError && error.status > 0 ? error.message : words.failed;
}
