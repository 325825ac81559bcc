import { z } from 'zod';

/** Largest number that an id may be; columns of every store can hold it. */
const largest = 999_999_999;

/** Id of a user or an object, counted from 1. */
export const number = z.int().min(1).max(largest);

/** A folder, or 0 for none. */
export const folderNumber = z.int().min(0).max(largest);

/** Folder that an item is in; 0 or `null` for none. */
export const folderOrNone = folderNumber
  .describe('0 or null for no folder')
  .nullish()
  .transform((folderId) => (folderId === 0 ? null : folderId));

/**
 * Reads a whole number from a parameter of an address: digits only, not everything that JavaScript converts to a
 * number.
 */
export function wholeNumber<Schema extends z.ZodNumber>(schema: Schema) {
  return z.preprocess((given) => (typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given), schema);
}

/** Number of items of a list, and position of the first one. */
export const limit = wholeNumber(z.int().min(1));
export const offset = wholeNumber(z.int().min(0));
