import type { CurrentUser } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { bothForms } from '../both-forms.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

export function registerCurrentUserRoute(app: FastifyInstance, { users }: Pick<PlatformDependencies, 'users'>): void {
  for (const url of bothForms('/users/me')) {
    app.get(url, async (request): Promise<CurrentUser> => {
      const { accountId, username } = actorOf(request);
      const { id, email, role, username: name } = await users.find(accountId, username);
      return { id, username: name, email: email ?? null, role, isAdmin: role === 'admin' };
    });
  }
}
