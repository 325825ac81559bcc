import { z } from 'zod';
import { losesDigits } from './free-form.ts';

const dashboardFilterOperators = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'is_null',
  'is_not_null',
  'between',
  'custom',
] as const;

const operator = z.enum(dashboardFilterOperators);
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]);

/** `view.member`. */
const member = z
  .string()
  .max(1_000)
  .regex(/.+\..+/, 'must be a view and a member of it, as in orders.status');

/** One condition of a dashboard's controls. */
export const dashboardFilterSchema = z.strictObject({
  member: z.string(),
  operator: operator.nullish(),
  /** `[start, end]` for `between`; none for `is_null` and `is_not_null`. */
  value: value.nullish(),
  /** Of texts. */
  caseSensitive: z.boolean().nullish(),
  /** Of `between`. */
  startInclusive: z.boolean().nullish(),
  endInclusive: z.boolean().nullish(),
});

export const dashboardFilterInputSchema = z
  .object({ ...dashboardFilterSchema.shape, member })
  .superRefine(({ operator: given, value: operand }, context) => {
    const fault = valueFault(given, operand);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault });
  });

/** How finely times are shown. */
export const dashboardTimeGrainSchema = z.strictObject({ member: z.string(), grain: z.string() });

export const dashboardTimeGrainInputSchema = z.object({ member, grain: z.string().min(1).max(255) });

export type DashboardFilter = z.infer<typeof dashboardFilterSchema>;
export type DashboardTimeGrain = z.infer<typeof dashboardTimeGrainSchema>;

function valueFault(
  given: z.infer<typeof operator> | null | undefined,
  operand: z.infer<typeof value> | null | undefined,
): string | undefined {
  if (given === 'between' && !(Array.isArray(operand) && operand.length === 2)) {
    return 'must be a list of two, the start and the end';
  }
  if ([operand].flat().some(losesDigits)) return 'has a whole number of more than 15 digits; write it as text';
  const hasOperand = operand !== undefined && operand !== null;
  if ((given === 'is_null' || given === 'is_not_null') && hasOperand) return `cannot be given with ${given}`;
  return undefined;
}
