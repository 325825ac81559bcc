import { filterOperators } from '@orrery/kernel';
import { z } from 'zod';
import { memberName } from './member-name.ts';

/** Numbers with more digits than a double holds arrive as text. */
const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export type WireFilterValue = z.infer<typeof filterValue>;

export const memberFilterSchema = z.strictObject({
  member: memberName,
  /** The dimension for each of whose values the measure `member` is tested: rows of the values that pass remain. */
  per: memberName.optional(),
  operator: z.enum(filterOperators),
  values: z.array(filterValue).optional(),
});

/** `dimension` is the older name of `member`; measures may stand under it too. */
export const legacyFilterSchema = z.strictObject({
  dimension: memberName,
  operator: z.enum(filterOperators),
  values: z.array(filterValue).optional(),
});

export type WireMemberFilter = z.infer<typeof memberFilterSchema> | z.infer<typeof legacyFilterSchema>;

export type WireFilter = WireMemberFilter | { readonly or: WireFilter[] } | { readonly and: WireFilter[] };

/** Filters of which one must hold. It has a name, and so have the others: generators cannot read parts without one that hold themselves. */
export const orFilterSchema = z.strictObject({ or: z.array(z.lazy((): z.ZodType<WireFilter> => wireFilterSchema)) });

/** Filters that must all hold. */
export const andFilterSchema = z.strictObject({ and: z.array(z.lazy((): z.ZodType<WireFilter> => wireFilterSchema)) });

/** Top-level filters are joined with AND. */
export const wireFilterSchema: z.ZodType<WireFilter> = z.lazy(() =>
  z.union([memberFilterSchema, legacyFilterSchema, orFilterSchema, andFilterSchema]),
);
