import { z } from 'zod';

/** The largest number that columns of every store can hold has more digits. */
const largest = 999_999_999;

/** What people and things are known by, counted from 1. */
export const number = z.int().min(1).max(largest);

/** A folder, or 0 for none. */
export const folderNumber = z.int().min(0).max(largest);

/** Where something lies. */
export const folderOrNone = folderNumber
  .describe('0 or null for no folder')
  .nullish()
  .transform((folderId) => (folderId === 0 ? null : folderId));

/** A whole number as a parameter of an address has it: digits, not whatever JavaScript makes a number of. */
export function wholeNumber<Schema extends z.ZodNumber>(schema: Schema) {
  return z.preprocess((given) => (typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given), schema);
}

/** How many of a list, and from where on. */
export const limit = wholeNumber(z.int().min(1));
export const offset = wholeNumber(z.int().min(0));
