import { nearest } from '../config/nearest.ts';

/** Comparing costs the product of both lengths; nothing longer than this was meant to be one of our names. */
const longestGuess = 64;

/** The known name a caller most likely meant. */
export function nearestKey(name: string, known: readonly string[]): string | undefined {
  return name.length > longestGuess ? undefined : nearest(name, known);
}
