import { z } from 'zod';
import { appThemeSchema } from './app-theme.ts';

/** Appearance of the account's applications. */
export const appConfigSchema = z.strictObject({
  /** Whether the theme also applies to the signed-in application, not only to embedded content. */
  applyThemeGlobally: z.boolean(),
  appTheme: appThemeSchema.nullable(),
  /** `null` when the account has no creator mode. */
  creatorMode: z.strictObject({ showWorkspaceTitle: z.boolean(), workspaceTitle: z.string() }).nullable(),
});

export type AppConfig = z.infer<typeof appConfigSchema>;
