import { z } from 'zod';

/** Nothing people or programs write by hand is this deep; what reads it may recurse. */
const deepest = 100;

/** An object whose keys are for those to decide who read it again. It is kept as it is given. */
export const freeForm = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const fault = faultIn(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

/** What could not be given back as it came. */
function faultIn(value: unknown): string | undefined {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    if (level.some(losesDigits))
      return 'has a whole number of more than 15 digits; write it as text to keep all of them';
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return undefined;
}

/** JSON gives it as another number than was written. */
export function losesDigits(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
