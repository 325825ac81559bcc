import type { AppConfig } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { presentTheme } from '../account/present-theme.ts';
import { bothForms } from '../both-forms.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

/** For whoever has a key: applications ask before they show anything. */
export function registerAppConfigRoute(
  app: FastifyInstance,
  { settings }: Pick<PlatformDependencies, 'settings'>,
): void {
  for (const url of bothForms('/app-config')) {
    app.get(url, async (request): Promise<AppConfig> => {
      const { applyThemeGlobally, theme, flags, creatorMode } = await settings.get(actorOf(request).accountId);
      return {
        applyThemeGlobally,
        appTheme: presentTheme(theme),
        creatorMode: flags.useCreatorMode ? creatorMode : null,
      };
    });
  }
}
