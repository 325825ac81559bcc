import type { SecurityContext } from '@orrery/semantic';

/** Whom a conversation belongs to, and by whose rights its data is asked. */
export interface ChatAsker {
  readonly accountId: number;
  readonly userId: number;
  /**
   * The security context with the groups and attributes that the user has now; asked before each question of data.
   *
   * @throws Unauthorized for a user who is not there any more
   */
  context(): Promise<SecurityContext>;
  /** The cubes and views that may be asked; absent: those that the user sees. */
  readonly pieces?: ReadonlySet<string> | undefined;
}
