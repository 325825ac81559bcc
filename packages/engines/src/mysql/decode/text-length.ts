import { EngineError } from '../../engine.ts';
import { maxSortBytes } from '../session-settings.ts';

const bytesOfCharacter = 3;
const longest = Math.floor(maxSortBytes / bytesOfCharacter);

/**
 * Two texts that differ only behind what a server sorts may have been taken for one, and the one that stands for them is
 * as long as this.
 *
 * @throws EngineError `resource`
 */
export function requireComparable(text: string): string {
  if (text.length < longest) return text;
  throw new EngineError('resource', new Error(`texts of ${longest} characters and more cannot be told apart`));
}
