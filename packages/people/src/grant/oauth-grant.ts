import type { OAuthScope } from '@orrery/kernel';
import type { OAuthClient } from './oauth-client.ts';

/** How a grant came to be: by a code, by a device, or by a client that acts as itself. */
type GrantKind = 'code' | 'device' | 'client';

/** A consent of a person to a client. The caller has checked that the deployments are of the account. */
export interface NewGrant {
  readonly client: OAuthClient;
  readonly userId: number;
  readonly kind: GrantKind;
  readonly scopes: readonly OAuthScope[];
  /** The only address that its tokens are for (RFC 8707); `undefined`: all that the scopes are for. */
  readonly resource: string | undefined;
  readonly deployments: 'all' | readonly number[];
  readonly redirectUri?: string | undefined;
  readonly documentHash?: string | undefined;
}

/** A grant as it stands. Instants are epoch milliseconds. */
export interface OAuthGrant {
  readonly id: number;
  readonly client: Pick<OAuthClient, 'id' | 'clientId' | 'name' | 'kind' | 'redirectUris'>;
  readonly userId: number;
  readonly username: string;
  readonly kind: GrantKind;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
  readonly redirectUri: string | undefined;
  readonly documentHash: string | undefined;
  readonly deployments: 'all' | readonly number[];
  readonly createdAt: number;
  /** At most a minute behind while it is in use. */
  readonly lastUsedAt: number | undefined;
  /** The end of the grant, unless a refresh comes before. */
  readonly endsAt: number;
}

/** Tokens as a client gets them; they are shown once, never stored. */
export interface IssuedTokens {
  readonly grantId: number;
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** Absent for a client that gets none. */
  readonly refreshToken: string | undefined;
  /** Epoch milliseconds. */
  readonly refreshEndsAt: number | undefined;
  /** Scopes of the access token. */
  readonly scopes: readonly OAuthScope[];
}

export interface RefreshInput {
  /** The refresh token as it was sent. */
  readonly text: string;
  readonly client: OAuthClient;
  /** Only for the access token; absent: all of the grant. */
  readonly scopes?: readonly OAuthScope[] | undefined;
  /** Only for the access token; absent: that of the grant. */
  readonly resource?: string | undefined;
}

/** An outcome at the token endpoint. Reasons are for the log; errors are those of RFC 6749 section 5.2. */
export type TokenOutcome = { readonly kind: 'issued'; readonly tokens: IssuedTokens } | TokenRefusal;

interface TokenRefusal {
  readonly kind: 'refused';
  readonly error: 'invalid_grant' | 'invalid_scope' | 'invalid_target' | 'unauthorized_client';
  readonly reason: string;
}

export function refused(reason: string, error: TokenRefusal['error'] = 'invalid_grant'): TokenRefusal {
  return { kind: 'refused', error, reason };
}
