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
  requireScope(principal, scope);
  request.principal = principal;
}

/** @throws Forbidden */
export function requireScope({ scopes }: TokenCaller, scope: ApiScope | 'any'): void {
  if (scope === 'any' || scopes.has(scope)) return;
  throw new Forbidden('auth.scope-missing', `API scope is missing: ${scope}`);
}

/** The sender of an admitted request. */
export function principalFor({ principal }: FastifyRequest): TokenCaller {
  if (!principal) throw new Error('a route of the Data API names the scope it needs');
  return principal;
}
