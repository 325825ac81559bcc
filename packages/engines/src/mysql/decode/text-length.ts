import { EngineError } from '../../engine.ts';
import { maxSortBytes } from '../session-settings.ts';

const bytesOfCharacter = 3;
const longest = Math.floor(maxSortBytes / bytesOfCharacter);

/**
 * Requires that texts are shorter than the part that a server compares when it sorts: two longer texts with the same
 * beginning may have been grouped as one.
 *
 * @throws EngineError `resource`
 */
export function requireComparable(text: string): string {
  if (text.length < longest) return text;
  throw new EngineError('resource', new Error(`texts of ${longest} characters and more cannot be told apart`));
}
