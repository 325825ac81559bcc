import { z } from 'zod';
import { isDeeperThan } from '../nesting.ts';

/** Maximum depth, more than people or programs write by hand. Code that reads the value may recurse. */
const deepest = 100;

/** An object whose keys have a meaning only for its clients. It is stored as given. */
export const freeForm = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const fault = isDeeperThan(value, deepest) ? `is nested more than ${deepest} levels deep` : digitsFault(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

/**
 * Describes the fault of a value that would lose digits when it is returned.
 *
 * @param value of bounded depth
 */
export function digitsFault(value: unknown): string | undefined {
  return holds(value, losesDigits)
    ? 'has a whole number of more than 15 digits; write it as text to keep all of them'
    : undefined;
}

function holds(value: unknown, isMeant: (one: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return isMeant(value);
  return Object.values(value).some((one) => holds(one, isMeant));
}

/** Whether JSON would return another number than was written. */
function losesDigits(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
