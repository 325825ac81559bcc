import type { SecurityContext } from './security-context.ts';
import type { ApiScope } from './api-scopes.ts';
import type { AccessToken } from './oauth-scopes.ts';
import type { Rights } from './rights.ts';

/**
 * The one who asks. A request or a command has exactly one caller, and all that depends on who asks follows from this
 * value: the audit actor (`auditActorOf`), what it may do (`mayDo`) and where (`isInScope`), the claims by which data is
 * asked for (`claimsOf`), the security context (`resolveContext` of people), and from that what policies read
 * (`policyCallerOf`) and the key of caches and shares (`tenantOf` of runtime).
 */
export type Caller = Person | Provider | Viewer | TokenCaller | CommandLine;

/** A user of an account, with the rights that the credential of the request leaves of the user's own. */
interface AccountCaller extends Rights {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
  readonly email: string | undefined;
  /** The address that the request came from; absent until a face has taken the request. */
  readonly address?: string | undefined;
  /** The access token of an application that acts for the user; absent with an API key and with a session. */
  readonly token?: AccessToken | undefined;
}

/** A person, known by an API key, by the session of a browser, or by the access token of an application. */
export interface Person extends AccountCaller {
  readonly kind: 'person';
  /** The session of the browser; absent with an API key and with an access token. */
  readonly sessionId?: number | undefined;
}

/** An identity provider, which keeps users and groups with the API key or access token of an admin. */
export interface Provider extends AccountCaller {
  readonly kind: 'provider';
}

/**
 * A viewer of embedded content, known by an embed token. It has no `Rights`: operations say which sessions they accept,
 * and content and data follow from the tenant, the mode and the user.
 */
export interface Viewer {
  readonly kind: 'viewer';
  readonly accountId: number;
  /** An external user, or with `isInternal` a user of the account. */
  readonly userId: number;
  readonly isInternal: boolean;
  /** The id that the embedding application gave, or the username of an internal user. */
  readonly username: string;
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  readonly picture: string | undefined;
  /** The embed tenant; `null` for the account's own partition. */
  readonly tenantId: number | null;
  readonly tenantName: string | undefined;
  /** The only deployment that the session is for. */
  readonly deploymentId: number;
  /** Whether the viewer may create content of the tenant. Decides whose groups and attributes count. */
  readonly isCreator: boolean;
  /** Names the session: the `jti` of its token. */
  readonly sessionId: string;
  /** The only dashboard that a locked session may open. */
  readonly publicDashboardId: string | undefined;
  /** The context that the embedding application gave, without the reserved element. */
  readonly securityContext: SecurityContext;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly address?: string | undefined;
}

/** The holder of a token of the Data API, for one deployment. Its rights are the scopes of the token. */
export interface TokenCaller extends DataScope {
  readonly kind: 'token';
  readonly scopes: ReadonlySet<ApiScope>;
}

/** The facts that data is answered by, whichever kind of caller asks for it. */
export interface DataScope {
  readonly deploymentId: number;
  /** The claims of the verified token, with what is known of the user that they name. */
  readonly securityContext: SecurityContext;
}

/** A person at the command line of the machine, who is not asked for a name. */
interface CommandLine {
  readonly kind: 'command';
}
