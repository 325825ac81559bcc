import { z } from 'zod';
import { memberName } from './member-name.ts';

export const wireFilterOperators = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'notSet',
  'inDateRange',
  'notInDateRange',
  'onTheDate',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
  'measureFilter',
] as const;

/** Numbers with more digits than a double holds arrive as text. */
const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export type WireFilterValue = z.infer<typeof filterValue>;

const memberFilter = z.strictObject({
  member: memberName,
  operator: z.enum(wireFilterOperators),
  values: z.array(filterValue).optional(),
});

/** `dimension` is the older name of `member`; measures may stand under it too. */
const legacyFilter = z.strictObject({
  dimension: memberName,
  operator: z.enum(wireFilterOperators),
  values: z.array(filterValue).optional(),
});

export type WireMemberFilter = z.infer<typeof memberFilter> | z.infer<typeof legacyFilter>;

export type WireFilter = WireMemberFilter | { readonly or: WireFilter[] } | { readonly and: WireFilter[] };

/** Top-level filters are joined with AND. */
export const wireFilterSchema: z.ZodType<WireFilter> = z.lazy(() =>
  z.union([
    memberFilter,
    legacyFilter,
    z.strictObject({ or: z.array(wireFilterSchema) }),
    z.strictObject({ and: z.array(wireFilterSchema) }),
  ]),
);
