import { z } from 'zod';
import { appThemeSchema } from './app-theme.ts';

/** How the account wants its applications to look. */
export const appConfigSchema = z.strictObject({
  /** The theme also holds in the signed-in application, not only where it is embedded. */
  applyThemeGlobally: z.boolean(),
  appTheme: appThemeSchema.nullable(),
  /** `null` where the account has no creator mode. */
  creatorMode: z.strictObject({ showWorkspaceTitle: z.boolean(), workspaceTitle: z.string() }).nullable(),
});

export type AppConfig = z.infer<typeof appConfigSchema>;
