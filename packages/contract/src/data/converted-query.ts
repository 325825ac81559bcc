import { z } from 'zod';
import { wireQuerySchema } from './query.ts';

/** A query in the other language, or why it has no form there. */
export const convertedQuerySchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('ok'),
    /** A query of the JSON API, or a statement of SQL. */
    query: z.union([z.string(), wireQuerySchema]),
    /** IANA name of the zone whose days and times a statement names. */
    timezone: z.string().optional(),
  }),
  z.strictObject({
    status: z.literal('error'),
    error: z.string(),
    /** What a statement has that no query says, with its line and column where they are known. */
    reason: z.string().optional(),
  }),
]);

export type ConvertedQuery = z.infer<typeof convertedQuerySchema>;

/** The form of the statement that a query becomes. */
export const statementFormSchema = z.object({
  /** Columns that are computed from those of the query, each by one expression over their names. */
  calculatedFields: z
    .array(z.strictObject({ name: z.string().min(1).max(200), sql: z.string().min(1).max(10_000) }))
    .max(50)
    .optional(),
  /** Keeps ranges in words relative to the day that the statement is run on; by default they become days. */
  keepsRelativeDates: z.boolean().optional(),
});

export type StatementForm = z.infer<typeof statementFormSchema>;
