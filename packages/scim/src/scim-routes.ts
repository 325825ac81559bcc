import { scimOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OAuthScope, requireAdmin } from '@orrery/kernel';
import { GroupFace } from './group/index.ts';
import {
  answerScimErrors,
  parseBodies,
  registerDiscoveryRoutes,
  registerListRoutes,
  registerRefusedRoutes,
  registerResourceRoutes,
  rememberCaller,
  RequestRate,
  scimBase,
} from './http/index.ts';
import type { ScimDependencies } from './scim-dependencies.ts';
import { ScimError } from './scim-error.ts';
import { UserFace } from './user/index.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Serves SCIM 2.0 at `/api/scim/v2`. Identity providers manage an account's users and groups with an API key or an access
 * token of one of its admins.
 */
export async function registerScimRoutes(app: FastifyInstance, dependencies: ScimDependencies): Promise<void> {
  const { authenticator, audiences, settings, publicUrl, requestsPerSecond, clock } = dependencies;
  const users = new UserFace(dependencies);
  const groups = new GroupFace(dependencies);
  const rate = requestsPerSecond === undefined ? undefined : new RequestRate(requestsPerSecond, clock);
  await app.register(
    async (face) => {
      answerScimErrors(face);
      parseBodies(face);
      face.addHook('onRoute', (route) => {
        route.bodyLimit ??= maxBodyBytes;
      });
      face.addHook('onRequest', async (request, reply) => {
        const use = { anyOf: scopesFor(request), audiences: audiences() };
        const person = await authenticator.personOf(request.headers, { use });
        requireAdmin(person);
        const { flags } = await settings.get(person.accountId);
        if (!flags.scim) throw ScimError.plain(403, 'SCIM provisioning is not enabled');
        const waitSeconds = rate?.take(person.accountId) ?? 0;
        if (waitSeconds > 0) {
          reply.header('retry-after', String(waitSeconds));
          throw ScimError.plain(429, 'Too many requests; try again later');
        }
        rememberCaller(request, person, publicUrl);
      });
      registerResourceRoutes(face, scimOperations.users, users);
      registerResourceRoutes(face, scimOperations.groups, groups);
      registerListRoutes(face, users, groups);
      registerDiscoveryRoutes(face, users, groups);
      registerRefusedRoutes(face);
    },
    { prefix: scimBase },
  );
}

/** Scopes of access tokens, one of which is enough. Searches read, though they are sent by POST. */
function scopesFor({ method, routeOptions }: FastifyRequest): readonly OAuthScope[] {
  const isReading = method === 'GET' || method === 'HEAD' || routeOptions.url?.endsWith('/.search') === true;
  return isReading ? ['platform', 'platform:read'] : ['platform'];
}
