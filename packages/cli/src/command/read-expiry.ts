import { OperatorError } from '@orrery/kernel';

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a date, which expires at its first moment in UTC, or an instant with its zone.
 *
 * @returns epoch milliseconds @throws OperatorError when the text is neither, does not exist, or has passed
 */
export function readExpiry(text: string, now: number): number {
  const value = day.test(text) || instant.test(text) ? Date.parse(text) : Number.NaN;
  // The parser moves 31 February into March.
  const isReal =
    !Number.isNaN(value) && new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isReal) throw new OperatorError(`--expires takes a date like 2030-12-31 or 2030-12-31T18:00Z, not '${text}'.`);
  if (value <= now) throw new OperatorError(`--expires is over: ${new Date(value).toISOString()}.`);
  return value;
}
