import { ScimError } from '../scim-error.ts';

const defaultPage = 100;
export const largestPage = 200;

export interface PageRange {
  /** Index of the first result, from 1. */
  readonly startIndex: number;
  readonly count: number;
}

/**
 * Reads a page. Numbers out of range become the nearest allowed number. @throws ScimError `invalidValue` for other
 * values
 */
export function readPage(startIndex: unknown, count: unknown): PageRange {
  return {
    startIndex: Math.max(readInteger('startIndex', startIndex) ?? 1, 1),
    count: Math.min(Math.max(readInteger('count', count) ?? defaultPage, 0), largestPage),
  };
}

function readInteger(name: string, given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const number = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw ScimError.bad('invalidValue', `'${name}' must be a whole number`);
}
