/** Purposes of access tokens; a person reads each in words before it is granted. */
export const oauthScopes = ['mcp-agent-access', 'platform', 'platform:read', 'offline_access'] as const;

export type OAuthScope = (typeof oauthScopes)[number];

/** The access token of a request; its application acts for the person. */
export interface AccessToken {
  readonly grantId: number;
  /** The application, by the name that it gives itself in requests. */
  readonly clientId: string;
  /** The name that people see. */
  readonly clientName: string;
  readonly scopes: ReadonlySet<OAuthScope>;
  /** The only address that takes it; `undefined`: every one that its scopes are for. */
  readonly audience: string | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}
