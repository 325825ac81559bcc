import type { OAuthScope, Role } from '@orrery/kernel';
import type { OAuthClient } from '../oauth-client.ts';

/** A client as the admins of an account see it. Instants are epoch milliseconds. */
export interface AccountClient extends OAuthClient {
  /** The last four characters of its secret, by which people recognise it. */
  readonly secretTail: string | undefined;
  /** Absent for an application that acts for people alone. */
  readonly service: ServiceAccount | undefined;
  /** The last use in the account, at most a minute behind, as far as its grants are kept. */
  readonly lastUsedAt: number | undefined;
  /** Live grants in the account. */
  readonly grantCount: number;
}

/** The user that an application is when it acts for no person. */
interface ServiceAccount {
  readonly userId: number;
  readonly role: Role;
  readonly deployments: 'all' | readonly number[];
}

/** A client that an admin makes; the caller has checked its addresses, and that the deployments are of the account. */
export interface NewAccountClient {
  readonly name: string;
  /** Whether it gets a secret. */
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly OAuthScope[];
  /** Set for one that also acts for no person, with a service account of its own. */
  readonly service?: Omit<ServiceAccount, 'userId'> | undefined;
}

/** Missing fields keep their value. The caller has checked addresses and deployments. */
export interface AccountClientChange {
  readonly name?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly scopes?: readonly OAuthScope[] | undefined;
  /** `null` says that there is no service account. */
  readonly role?: Role | null | undefined;
  readonly deployments?: 'all' | readonly number[] | undefined;
}

export interface MadeAccountClient {
  readonly client: AccountClient;
  /** Shown once, never stored; absent for a public client. */
  readonly secret: string | undefined;
}
