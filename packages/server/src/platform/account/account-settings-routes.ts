import { accountSettingsUpdateSchema, type WireAccountSettings } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { AccountSettings } from '../../identity/account-settings.ts';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentTheme } from './present-theme.ts';
import { actingIn, adminOf, governorOf } from '../request-actor.ts';

/** What the account has chosen, for its admins. */
export function registerAccountSettingsRoutes(
  app: FastifyInstance,
  { settings }: Pick<PlatformDependencies, 'settings'>,
): void {
  app.get('/account/settings', async (request) => presentSettings(await settings.get(adminOf(request).accountId)));

  app.put('/account/settings', async (request) => {
    const { accountId } = governorOf(request);
    const change = readFields(accountSettingsUpdateSchema, request.body);
    return presentSettings(await settings.update(accountId, actingIn(request), change));
  });
}

function presentSettings({ theme, rolesByGroup, ...settings }: AccountSettings): WireAccountSettings {
  return { ...settings, rolesByGroup: [...rolesByGroup], theme: presentTheme(theme) };
}
