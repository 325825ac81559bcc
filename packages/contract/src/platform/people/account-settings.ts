import { z } from 'zod';
import { appThemeInputSchema, appThemeSchema } from '../app-theme.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { shortText } from '../text.ts';

const flag = nullAsAbsent(z.boolean());
const flags = z.strictObject({
  embedding: z.boolean(),
  useCreatorMode: z.boolean(),
  chatApi: z.boolean(),
  scim: z.boolean(),
  auditLog: z.boolean(),
  evals: z.boolean(),
});
const flagsUpdate = z.object({
  embedding: flag,
  useCreatorMode: flag,
  chatApi: flag,
  scim: flag,
  auditLog: flag,
  evals: flag,
});
const limits = z.strictObject({ externalUsers: z.int() });
const limitsUpdate = z.object({ externalUsers: nullAsAbsent(z.int().min(0).max(10_000_000)) });
const creatorMode = z.strictObject({ showWorkspaceTitle: z.boolean(), workspaceTitle: z.string() });
const creatorModeUpdate = z.object({ showWorkspaceTitle: flag, workspaceTitle: nullAsAbsent(shortText) });
const deploymentId = z.int().min(1).max(999_999_999);
const mcp = z.strictObject({
  defaultDeploymentId: z
    .int()
    .nullable()
    .describe('The deployment of calls that name none; null: the first one that the caller may use'),
  onlyListed: z.boolean().describe('Whether the listed deployments are the only ones that can be reached'),
  deploymentIds: z.array(z.int()),
});
const mcpUpdate = z.object({
  defaultDeploymentId: deploymentId.nullish(),
  onlyListed: flag,
  deploymentIds: nullAsAbsent(z.array(deploymentId).max(1_000)),
});
const rolesByGroup = z.array(z.object({ group: shortText, role: shortText })).max(1_000);

export const accountSettingsSchema = z.strictObject({
  flags,
  limits,
  /** Name of a built-in role or of one of the account. */
  defaultRole: z.string(),
  rolesByGroup,
  theme: appThemeSchema.nullable(),
  applyThemeGlobally: z.boolean(),
  creatorMode,
  auditLogDays: z.int(),
  chatDays: z.int().describe('How many days a chat is kept after its last question'),
  mcp: mcp.describe('What assistants reach by MCP'),
});

/** Absent fields stay as they are; a `theme` of `null` removes it. */
export const accountSettingsUpdateSchema = z.object({
  flags: nullAsAbsent(flagsUpdate),
  limits: nullAsAbsent(limitsUpdate),
  defaultRole: nullAsAbsent(shortText.min(1)).describe('A built-in role or one of the account'),
  rolesByGroup: nullAsAbsent(rolesByGroup),
  theme: appThemeInputSchema.nullish(),
  applyThemeGlobally: flag,
  creatorMode: nullAsAbsent(creatorModeUpdate),
  auditLogDays: nullAsAbsent(z.int().min(1).max(36_500)),
  chatDays: nullAsAbsent(z.int().min(1).max(36_500)),
  mcp: nullAsAbsent(mcpUpdate),
});

export type WireAccountSettings = z.infer<typeof accountSettingsSchema>;
