import { type CurrentUser, passwordChangeSchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';
import { visitorOf } from '../session/visitor.ts';
import { presentCurrentUser } from './present-user.ts';
import { showUser } from './show-users.ts';

type Dependencies = Pick<PlatformDependencies, 'users' | 'groups' | 'roles' | 'signIn'>;

/** What everybody may know of themselves, and change. */
export function registerCurrentUserRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const { users, signIn } = dependencies;
  app.get('/users/me', async (request): Promise<CurrentUser> => {
    const { accountId, userId } = actorOf(request);
    return presentCurrentUser(await showUser(accountId, await users.get(accountId, userId), dependencies));
  });

  app.post('/users/me/password', async (request, reply) => {
    const { accountId, userId } = actorOf(request);
    const { currentPassword, newPassword } = readFields(passwordChangeSchema, request.body);
    const visitor = { ...visitorOf(request), sessionId: request.sessionId ?? undefined };
    await signIn.changePassword(accountId, userId, { current: currentPassword, password: newPassword }, visitor);
    return reply.code(204).send();
  });
}
