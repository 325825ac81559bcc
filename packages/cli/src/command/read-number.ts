import { OperatorError } from '@orrery/kernel';

/**
 * @param what the flag or argument, for the message @throws OperatorError unless it is a whole number from 1 to `most`
 */
export function readNumber(what: string, text: string | boolean | undefined, most = 999_999_999): number {
  const value = /^\d{1,10}$/.test(String(text)) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new OperatorError(`${what} takes a whole number from 1 to ${most}, not '${text}'.`);
}
