import type { SecurityContext } from '@orrery/kernel';

/** The owner of a conversation, whose rights decide what its queries read. */
export interface ChatAsker {
  readonly accountId: number;
  readonly userId: number;
  /**
   * The security context with the groups and attributes that the user has now. Called before each query.
   *
   * @throws Unauthorized for a user who is deleted
   */
  context(): Promise<SecurityContext>;
  /** The cubes and views that may be queried; absent: those that the user sees. */
  readonly pieces?: ReadonlySet<string> | undefined;
}
