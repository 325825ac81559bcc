import { z } from 'zod';
import { shortText } from './text.ts';

const flags = z.strictObject({
  embedding: z.boolean(),
  useCreatorMode: z.boolean(),
  chatApi: z.boolean(),
  scim: z.boolean(),
  auditLog: z.boolean(),
  evals: z.boolean(),
});
const limits = z.strictObject({ externalUsers: z.int() });
const creatorMode = z.strictObject({ showWorkspaceTitle: z.boolean(), workspaceTitle: z.string() });
const rolesByGroup = z.array(z.object({ group: shortText, role: shortText })).max(1_000);

export const accountSettingsSchema = z.strictObject({
  flags,
  limits,
  /** Of a built-in role or one of the account. */
  defaultRole: z.string(),
  rolesByGroup,
  theme: z.record(z.string(), z.unknown()).nullable(),
  applyThemeGlobally: z.boolean(),
  creatorMode,
  auditLogDays: z.int(),
});

/** What is not given stays. */
export const accountSettingsUpdateSchema = z.object({
  flags: flags.partial().optional(),
  limits: limits.partial().optional(),
  defaultRole: shortText.optional(),
  rolesByGroup: rolesByGroup.optional(),
  theme: z.record(z.string(), z.unknown()).nullish(),
  applyThemeGlobally: z.boolean().optional(),
  creatorMode: creatorMode.partial().optional(),
  auditLogDays: z.int().optional(),
});

export type WireAccountSettings = z.infer<typeof accountSettingsSchema>;
