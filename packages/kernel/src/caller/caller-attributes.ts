import type { AttributeValue } from './attribute.ts';

/** What policies may read of a user of the account. */
export interface UserStanding {
  /** Names of the groups the user is in. */
  readonly groups: readonly string[];
  /** Names of the user's roles. */
  readonly roles: readonly string[];
  /** Effective values: the user's own, else the default of the definition. One that has neither is absent. */
  readonly userAttributes: Readonly<Record<string, AttributeValue>>;
}

/** Of all accounts; a user of one is nobody in another. */
export interface Standings {
  in(accountId: number): CallerAttributes;
}

/** Where the groups, roles and attributes of account users come from. */
export interface CallerAttributes {
  /**
   * As they stand now: asked for each request, so that a change acts on the next one. The same object as before while
   * nothing of it has changed.
   *
   * @returns `undefined` for whoever is not, or not any more, an active user of the account
   */
  of(userId: number): Promise<UserStanding | undefined>;
}
