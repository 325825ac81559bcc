import { accountOperations, type AppTheme, appThemeSchema } from '@orrery/contract';
import type { AccountSettings, AccountSettingsService } from '@orrery/people';
import { type PlatformFace, serve } from '../serve.ts';

export interface AccountServices {
  readonly settings: AccountSettingsService;
}

/** Serves the settings of the account, which applications also read before they show anything. */
export function serveAccount(face: PlatformFace, { settings }: AccountServices): void {
  serve(face, accountOperations.settings, async ({ accountId }) => presentSettings(await settings.get(accountId)));

  serve(face, accountOperations.updateSettings, async ({ changeRights, body }) =>
    presentSettings(await changeRights((change) => settings.update(change, body))),
  );

  serve(face, accountOperations.appConfig, async ({ accountId }) => {
    const { applyThemeGlobally, theme, flags, creatorMode } = await settings.get(accountId);
    return {
      applyThemeGlobally,
      appTheme: presentTheme(theme),
      creatorMode: flags.useCreatorMode ? creatorMode : null,
    };
  });
}

function presentSettings({ theme, signIn: _, ...settings }: AccountSettings) {
  return { ...settings, theme: presentTheme(theme) };
}

/** A theme stored before themes had a fixed form counts as none. */
function presentTheme(stored: object | null): AppTheme | null {
  return appThemeSchema.safeParse(withoutNulls(stored)).data ?? null;
}

function withoutNulls(stored: object | null): unknown {
  return JSON.parse(JSON.stringify(stored, (_, value: unknown) => value ?? undefined) ?? 'null');
}
