import { accountOperations } from '@orrery/contract';
import type { AccountSettings, AccountSettingsService } from '@orrery/people';
import { type PlatformFace, serve } from '../serve.ts';
import { presentTheme } from './present-theme.ts';

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

function presentSettings({ theme, ...settings }: AccountSettings) {
  return { ...settings, theme: presentTheme(theme) };
}
