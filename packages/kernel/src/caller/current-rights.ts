import type { AttributeValue } from './attribute.ts';

/** The current rights of a user of an account, as far as policies read them. */
export interface CurrentRights {
  /** Names of the groups the user is in. */
  readonly groups: readonly string[];
  /** Names of the user's roles. */
  readonly roles: readonly string[];
  /** Effective values: the user's own, else the default of the definition. Attributes without either are absent. */
  readonly userAttributes: Readonly<Record<string, AttributeValue>>;
}

/** The current rights of a viewer, by the session that the viewer was let in with. */
export interface ViewerRights extends CurrentRights {
  readonly userId: number;
  readonly deploymentId: number;
  readonly email: string | undefined;
}

/** The users of all accounts; a user of one account is unknown in another. */
export interface UsersByAccount {
  in(accountId: number): AccountUsers;
}

/** The users of one account, by their current rights. */
export interface AccountUsers {
  /**
   * Returns the current rights of a user, looked up for each request, so that a change takes effect on the next one.
   * Returns the same object while nothing in it has changed.
   *
   * @returns `undefined` for users who are not, or no longer, active users of the account
   */
  of(userId: number): Promise<CurrentRights | undefined>;
  /** The viewers of embedded content; absent where content is not embedded. */
  readonly viewers?: AccountViewers;
}

/** The viewers of one account, by the sessions that they were let in with. */
export interface AccountViewers {
  /**
   * Returns the current rights of the viewer of a session, which are at most a second old.
   *
   * @returns `undefined` for a session that is unknown, over or revoked, and for viewers who are not there any more
   */
  of(sessionId: string): Promise<ViewerRights | undefined>;
  /** Whether `of` would return these rights again, as far as this process knows. Cheap: called on every request. */
  stillHold(sessionId: string, rights: ViewerRights): boolean;
}
