import { OrreryError } from '@orrery/client';
import { shellWords } from '../words/shell-words.ts';

/** The sentence of the server about a request that failed. @param otherwise for one that did not reach it */
export function messageOf(error: unknown, otherwise: string = shellWords.noConnection): string {
  return error instanceof OrreryError && error.status > 0 ? error.message : otherwise;
}
