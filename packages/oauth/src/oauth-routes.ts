import { type Operation, oauthOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOAuthErrors } from './http/index.ts';
import { openIdMetadata, resourceMetadata, serverMetadata, summaryMetadata } from './metadata/index.ts';
import type { OAuthDependencies } from './oauth-dependencies.ts';

const mostBodyBytes = 64 * 1024;

const offWarning =
  'assistants and other applications cannot sign people in: set ORRERY_PUBLIC_URL to the address at which they reach this server';

/** Whether an address is one of those here, which pages of every origin may ask. */
export function isForApplications(url: string): boolean {
  return /^\/(?:(?:\.well-known|oauth|auth)\/|token(?:\?|$))/.test(url);
}

type OAuthAnswer = (request: FastifyRequest, reply: FastifyReply, issuer: string) => unknown;

/**
 * Serves the authorization server: its documents, registration, and the two addresses of RFC 6749. Everything but the
 * documents loads with the first request that needs it. Without a public address nothing of it is there.
 */
export async function registerOAuthRoutes(app: FastifyInstance, dependencies: OAuthDependencies): Promise<void> {
  const { addresses, clock } = dependencies;
  if (!addresses.isKnown) app.log.warn(offWarning);
  const open = () => import('./open-oauth.ts');
  const { serverMetadata: ofServer, openIdMetadata: ofOpenId, summary, resourceMetadata: ofResource } = oauthOperations;
  const { mcpMetadata, keys, register, authorize, token, tokenAtRoot, refresh, revoke, introspect } = oauthOperations;
  const { deviceAuthorization, deviceCode, deviceToken } = oauthOperations;
  const describeResource: OAuthAnswer = ({ host, originalUrl }, _reply, issuer) =>
    resourceMetadata({ issuer, resource: addresses.resourceDescribedAt({ host, originalUrl }) ?? '' });
  await app.register(async (scope) => {
    answerOAuthErrors(scope);
    // Bodies are read as texts here: a parser would refuse them in a form that clients cannot read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => text);
    const serve = (operation: Operation, act: OAuthAnswer, path: string = operation.path) =>
      scope.route({
        method: operation.method,
        url: path,
        bodyLimit: mostBodyBytes,
        handler: async (request, reply) => {
          const issuer = addresses.issuer();
          if (issuer === undefined) return reply.code(404).send({ error: 'Not Found' });
          reply.code(operation.status);
          const answer = await act(request, reply, issuer);
          return reply.sent ? reply : reply.send(answer); // waiting for a reply ends when it is sent
        },
      });
    serve(ofServer, (_request, _reply, issuer) => serverMetadata(issuer));
    serve(ofOpenId, (_request, _reply, issuer) => openIdMetadata(issuer));
    serve(summary, (_request, _reply, issuer) => summaryMetadata(issuer));
    serve(ofResource, describeResource);
    serve(mcpMetadata, describeResource);
    const below = addresses.path();
    if (below !== '') {
      // RFC 8414 section 3.1 puts the path of the issuer behind the well-known part, not before it.
      serve(ofServer, (_request, _reply, issuer) => serverMetadata(issuer), `${ofServer.path}${below}`);
      serve(ofOpenId, (_request, _reply, issuer) => openIdMetadata(issuer), `${ofOpenId.path}${below}`);
      serve(ofResource, describeResource, `${ofResource.path}${below}`);
      serve(mcpMetadata, describeResource, `${ofResource.path}${below}/api/mcp`);
    }
    serve(keys, () => ({ keys: [] }));
    serve(register, async (request) => (await open()).registerClient(request, dependencies));
    serve(authorize, async (request, reply) => (await open()).authorize(request, reply, dependencies));
    const answerToken: OAuthAnswer = async (request) => {
      const { issueTokens, presentTokens } = await open();
      return presentTokens(await issueTokens(request, dependencies));
    };
    serve(token, answerToken);
    serve(tokenAtRoot, answerToken);
    serve(revoke, async (request) => {
      await (await open()).revokeToken(request, dependencies);
      return {};
    });
    serve(introspect, async (request, _reply, issuer) => (await open()).introspectToken(request, dependencies, issuer));
    const answerOlder: OAuthAnswer = async (request, _reply, issuer) => {
      const { issueTokens, presentForOlder } = await open();
      return presentForOlder(await issueTokens(request, dependencies), clock.now(), issuer);
    };
    serve(refresh, answerOlder);
    serve(deviceToken, answerOlder);
    const begin: OAuthAnswer = async (request, _reply, issuer) =>
      (await open()).beginDevice(request, dependencies, issuer);
    serve(deviceAuthorization, begin);
    serve(deviceCode, begin);
  });
}
