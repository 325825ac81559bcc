import type { FastifyRequest } from 'fastify';
import { type ApiScope, Forbidden, type TokenCaller } from '@orrery/kernel';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token must be good for to use the route; `any`: a good token is enough. */
    readonly scope?: ApiScope | 'any';
  }
}

/** @throws Forbidden */
export function admit(request: FastifyRequest, principal: TokenCaller, scope: ApiScope | 'any'): void {
  if (scope !== 'any' && !principal.scopes.has(scope)) {
    throw new Forbidden('auth.scope-missing', `API scope is missing: ${scope}`);
  }
  request.principal = principal;
}

/** Who sent a request that was admitted. */
export function principalFor({ principal }: FastifyRequest): TokenCaller {
  if (!principal) throw new Error('a route of the Data API names the scope it needs');
  return principal;
}
