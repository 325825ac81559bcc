import { roles } from '@orrery/kernel';
import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema } from '../page.ts';
import { longText, name } from '../text.ts';

/** A built-in role. */
export const builtInRole = z.enum(roles);

const base = z.enum(['developer', 'explorer', 'viewer']);
const actions = z.array(z.string().max(100)).max(100);

const policy = z.object({
  /** `null`: all, later ones too. */
  deploymentIds: z.array(number).max(1_000).nullish(),
  actions,
});

export const roleSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  base,
  actions: z.array(z.string()),
  policies: z.array(z.strictObject({ deploymentIds: z.array(z.int()).nullable(), actions: z.array(z.string()) })),
});

export const rolesSchema = z.strictObject({ items: z.array(roleSchema), pageInfo: pageInfoSchema });

export const newRoleSchema = z.object({
  name,
  description: longText.nullish(),
  base,
  actions: actions.nullish(),
  policies: z.array(policy).max(100).nullish(),
});

/** Absent fields stay as they are. */
export const roleUpdateSchema = newRoleSchema.extend({ name: nullAsAbsent(name), base: nullAsAbsent(base) });

export type WireRole = z.infer<typeof roleSchema>;
