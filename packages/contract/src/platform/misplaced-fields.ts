import { z } from 'zod';

/** Reasons why fields that an object does not take are refused instead of dropped, by their names. */
export const misplacedFields = z.registry<{ readonly reasons: ReadonlyMap<string, string> }>();
