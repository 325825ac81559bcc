import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SsoDependencies, SsoRequest } from './sso-dependencies.ts';
import type { Sso } from './sso.ts';

/** A `HEAD` would begin or end a sign-in whose answer is not read. */
const once = { exposeHeadRoute: false };
const mostFormBytes = 16 * 1024;
/** A message of 256 KB, in base64 and as a field of a form. */
const mostMessageBytes = 512 * 1024;

/** Serves signing in at external identity providers, for browsers, at `/sso`. The code of the protocols loads with the first request. */
export async function registerSsoRoutes(app: FastifyInstance, dependencies: SsoDependencies): Promise<void> {
  let opened: Promise<Sso> | undefined;
  const open = () => {
    const opening = (opened ??= import('./sso.ts').then(({ Sso }) => new Sso(dependencies)));
    opening.catch(() => {
      if (opened === opening) opened = undefined; // the next request tries again
    });
    return opening;
  };
  await app.register(
    async (scope) => {
      scope.setErrorHandler(async (error, request, reply) => {
        const { answerSsoError } = await import('./fault/answer-sso-error.ts');
        return answerSsoError(error, request, reply, dependencies.ownAddress());
      });
      scope.removeAllContentTypeParsers();
      const form = { parseAs: 'string', bodyLimit: mostFormBytes } as const;
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        form,
        async (_request: FastifyRequest, body: string) => body,
      );
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      });
      scope.get<SsoRequest>('/start', once, async (request, reply) => (await open()).start(request, reply));
      scope.get<SsoRequest>('/callback', once, async (request, reply) => (await open()).finish(request, reply));
      scope.get<SsoRequest>('/sign-out', once, async (request, reply) => (await open()).signOut(request, reply));
      scope.post<SsoRequest>('/callback', { bodyLimit: mostMessageBytes }, async (request, reply) =>
        (await open()).receive(request, reply),
      );
      scope.get<SsoRequest>('/finish', once, async (request, reply) => (await open()).finishReceived(request, reply));
      scope.get<SsoRequest>('/metadata', async (request, reply) => (await open()).metadata(request, reply));
      scope.post<SsoRequest>('/back-channel-logout', async (request, reply) =>
        (await open()).endByProvider(request, reply),
      );
      scope.route<SsoRequest>({
        method: ['GET', 'POST'],
        url: '/initiate',
        handler: async (request, reply) => (await open()).initiate(request, reply),
      });
    },
    { prefix: '/sso/:providerKey' },
  );
}
