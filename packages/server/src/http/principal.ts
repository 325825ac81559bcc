import type { ApiScope } from '../config/api-scopes.ts';

export type { ApiScope };

/** Who is asking, with which rights. */
export interface Principal {
  readonly deploymentId: number;
  /** What the model and its policies may read of the caller: the claims of the token. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<ApiScope>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Once somebody has asked for it; the log reads it. */
    principal: Principal | null;
  }
}
