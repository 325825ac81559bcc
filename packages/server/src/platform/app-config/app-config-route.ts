import type { AppConfig } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { presentTheme } from '../account/present-theme.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

/** For whoever has a key: applications ask before they show anything. */
export function registerAppConfigRoute(
  app: FastifyInstance,
  { settings }: Pick<PlatformDependencies, 'settings'>,
): void {
  app.get('/app-config', async (request): Promise<AppConfig> => {
    const { applyThemeGlobally, theme, flags, creatorMode } = await settings.get(actorOf(request).accountId);
    return {
      applyThemeGlobally,
      appTheme: presentTheme(theme),
      creatorMode: flags.useCreatorMode ? creatorMode : null,
    };
  });
}
