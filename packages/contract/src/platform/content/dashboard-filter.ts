import { z } from 'zod';

/** Operators with any number of values, one of which must match. `equals` is the default. */
const manyValued = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
] as const;
const compared = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'] as const;
const nullTests = ['is_null', 'is_not_null'] as const;
const operators = [...manyValued, ...compared, 'between', ...nullTests] as const;

export const unknownOperator = `must be one of ${operators.join(', ')}`;

export function isDashboardOperator(operator: unknown): boolean {
  return operators.some((known) => known === operator);
}

/** Message for a number that JSON would return differently. */
const digits = 'has a whole number beyond 9007199254740991; write it as text';

const number = z.number().min(-Number.MAX_SAFE_INTEGER, digits).max(Number.MAX_SAFE_INTEGER, digits);
const single = z.union([z.string(), number, z.boolean()], 'must be a text, a number, true or false');
const oneOr = <List extends z.ZodType>(list: List) => z.union([z.string(), number, z.boolean(), list]);

/** `view.member`. */
const member = z
  .string()
  .max(1_000)
  .regex(/.+\..+/, 'must be a view and a member of it, as in orders.status');

const options = {
  caseSensitive: z.boolean().describe('Of texts').nullish(),
  startInclusive: z.boolean().describe('Of between').nullish(),
  endInclusive: z.boolean().describe('Of between').nullish(),
};

/** One condition of a dashboard's controls. */
export const dashboardFilterSchema = z.strictObject({
  member: z.string(),
  operator: z.enum(operators).nullish(),
  /** `[start, end]` for `between`; none for `is_null` and `is_not_null`. */
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))])
    .nullish(),
  ...options,
});

/** Input of a condition. Refuses one that selects nothing, or that no query can apply. */
export const dashboardFilterInputSchema = z.discriminatedUnion(
  'operator',
  [
    z.object({
      member,
      operator: z.enum(manyValued).nullish().describe('equals when it is not given'),
      value: oneOr(z.array(single).min(1, 'is an empty list')),
      ...options,
    }),
    z.object({
      member,
      operator: z.enum(compared),
      value: oneOr(z.array(single).length(1, 'must be one')),
      ...options,
    }),
    z.object({
      member,
      operator: z.literal('between'),
      value: z
        .array(single, 'must be a list of two, the start and the end')
        .length(2, 'must be a list of two, the start and the end'),
      ...options,
    }),
    z.object({
      member,
      operator: z.enum(nullTests),
      value: z.null('cannot be given with is_null and is_not_null').optional(),
      ...options,
    }),
  ],
  unknownOperator,
);

/** Granularity in which times of a member are shown. */
export const dashboardTimeGrainSchema = z.strictObject({ member: z.string(), grain: z.string() });

export const dashboardTimeGrainInputSchema = z.object({ member, grain: z.string().min(1).max(255) });

export type DashboardFilter = z.infer<typeof dashboardFilterSchema>;
export type DashboardTimeGrain = z.infer<typeof dashboardTimeGrainSchema>;
