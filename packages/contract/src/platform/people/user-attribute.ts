import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';
import { longText, name, shortText } from '../text.ts';

export const attributeType = z.enum(['string', 'number', 'string_array', 'number_array']);

export const userAttributeSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: attributeType,
  displayName: z.string().nullable(),
  defaultValue: z.string().nullable(),
  description: z.string().nullable(),
});

export const userAttributesSchema = z.strictObject({ items: z.array(userAttributeSchema), pageInfo: pageInfoSchema });

const described = {
  displayName: shortText.nullish(),
  /** Default as text; lists as JSON. */
  defaultValue: longText.nullish(),
  description: longText.nullish(),
};

export const newUserAttributeSchema = z.object({ name, type: attributeType, ...described });

/** Absent fields stay as they are; `null` clears a field. The type never changes, so another type is an error. */
export const userAttributeUpdateSchema = z.object({ ...described, type: nullAsAbsent(attributeType) });

export type WireUserAttribute = z.infer<typeof userAttributeSchema>;
