import type { IncomingHttpHeaders } from 'node:http';
import type { ApiScope } from './api-scopes.ts';

/** Who is asking, with which rights. */
export interface Principal {
  readonly deploymentId: number;
  /** What the model and its policies may read of the caller: the claims of the token. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<ApiScope>;
}

/** Checks the tokens of requests to one deployment. */
export interface PrincipalSource {
  /** @throws Unauthorized */
  admit(headers: IncomingHttpHeaders): Promise<Admitted>;
}

export interface Admitted {
  readonly principal: Principal;
  /** Whether the same headers would be let in again. @throws RequestError when nobody can tell */
  holds(): boolean;
}
