import { type Preferences, preferencesUpdateSchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

/** How the caller wants the application to be. */
export function registerPreferencesRoutes(
  app: FastifyInstance,
  { preferences }: Pick<PlatformDependencies, 'preferences'>,
): void {
  app.get('/users/me/preferences', async (request): Promise<Preferences> => {
    const { accountId, userId } = actorOf(request);
    return preferences.get(accountId, userId);
  });

  app.put('/users/me/preferences', async (request): Promise<Preferences> => {
    const { accountId, userId } = actorOf(request);
    return preferences.update(accountId, userId, readFields(preferencesUpdateSchema, request.body));
  });
}
