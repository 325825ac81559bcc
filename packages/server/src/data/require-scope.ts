import { Forbidden } from '../http/errors.ts';
import type { ApiScope, Principal } from '../http/principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token must be good for to use the route. */
    readonly scope?: ApiScope;
  }
}

/** @throws Forbidden */
export function requireScope(principal: Principal, scope: ApiScope): void {
  if (!principal.scopes.has(scope)) throw new Forbidden('auth.scope-missing', `API scope is missing: ${scope}`);
}
