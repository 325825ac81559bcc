export const apiScopes = ['data', 'meta', 'sql', 'graphql', 'jobs'] as const;

export type ApiScope = (typeof apiScopes)[number];

/** Who is asking, with which rights. */
export interface Principal {
  readonly deploymentId: number;
  /** What the model and its policies may read of the caller: the claims of the token. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<ApiScope>;
}
