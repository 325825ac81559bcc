import { z } from 'zod';
import { dimensionName, memberName } from './member-name.ts';
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
    /** The part of a statement that no query can express, with its line and column where they are known. */
    reason: z.string().optional(),
  }),
]);

export type ConvertedQuery = z.infer<typeof convertedQuerySchema>;

/** A dimension, or a bucket of a time, and the value that it has; `null`: none. */
const fieldCondition = z.strictObject({
  dimension: dimensionName,
  value: z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
});

const fieldName = z.string().min(1).max(200);
const fieldAggregates = ['count_distinct', 'min', 'max'] as const;

/** The form of the statement that a query becomes. */
export const statementFormSchema = z.object({
  /**
   * Columns that are computed from those of the query, each by one expression over their names, from a dimension, or as a
   * measure of the rows that have some values.
   */
  calculatedFields: z
    .array(
      z.union([
        z.strictObject({ name: fieldName, sql: z.string().min(1).max(10_000) }),
        z.strictObject({ name: fieldName, aggregate: z.enum(fieldAggregates), of: dimensionName }),
        z.strictObject({ name: fieldName, of: memberName, where: z.array(fieldCondition).min(1).max(50) }),
      ]),
    )
    .max(50)
    .optional(),
  /** Keeps ranges in words relative to the day that the statement is run on; by default they become days. */
  keepsRelativeDates: z.boolean().optional(),
});

export type StatementForm = z.infer<typeof statementFormSchema>;
