import type { FastifyRequest } from 'fastify';
import { type ApiScope, Forbidden, type TokenCaller } from '@orrery/kernel';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that a token needs for the route; `any`: a valid token is enough. */
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

/** The sender of an admitted request. */
export function principalFor({ principal }: FastifyRequest): TokenCaller {
  if (!principal) throw new Error('a route of the Data API names the scope it needs');
  return principal;
}
