import type { OAuthScope } from '@orrery/kernel';
import type { OAuthClient } from '../oauth-client.ts';

/** A client as the admins of an account see it. Instants are epoch milliseconds. */
export interface AccountClient extends OAuthClient {
  /** The last four characters of its secret, by which people recognise it. */
  readonly secretTail: string | undefined;
  /** The last use in the account, at most a minute behind, as far as its grants are kept. */
  readonly lastUsedAt: number | undefined;
  /** Live grants in the account. */
  readonly grantCount: number;
}

/** A client that an admin makes; the caller has checked its addresses. */
export interface NewAccountClient {
  readonly name: string;
  /** Whether it gets a secret. */
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly OAuthScope[];
}

/** Missing fields keep their value. */
export interface AccountClientChange {
  readonly name?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly scopes?: readonly OAuthScope[] | undefined;
}

export interface MadeAccountClient {
  readonly client: AccountClient;
  /** Shown once, never stored; absent for a public client. */
  readonly secret: string | undefined;
}
