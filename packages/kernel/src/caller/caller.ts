import type { Rights } from './rights.ts';

/**
 * The one who asks. A request or a command has exactly one caller, and all that depends on who asks follows from this
 * value: `auditActorOf`, `mayDo` and `isInScope`, `claimsOf`.
 */
export type Caller = Person | Provider | CommandLine;

/** A user of an account, with the rights that the credential of the request leaves of the user's own. */
interface AccountCaller extends Rights {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
  readonly email: string | undefined;
  /** The address that the request came from; absent until a face has taken the request. */
  readonly address?: string | undefined;
}

/** A person, known by an API key or by the session of a browser. */
export interface Person extends AccountCaller {
  readonly kind: 'person';
  /** The session of the browser; absent with an API key. */
  readonly sessionId?: number | undefined;
}

/** An identity provider, which keeps users and groups with the API key of an admin. */
export interface Provider extends AccountCaller {
  readonly kind: 'provider';
}

/** A person at the command line of the machine, who is not asked for a name. */
interface CommandLine {
  readonly kind: 'command';
}
