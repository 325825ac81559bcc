/** Where PostgreSQL tells the nodes of a new epoch; the payload is `account:epoch`. */
export const epochChannel = 'orrery_epoch';

/**
 * Each account has an epoch, which grows in the same transaction that takes something away from somebody in it: a key,
 * a role, a secret. What was remembered of an account holds as long as its epoch is the one it was read in.
 */
export interface Epochs {
  /**
   * Never older than a second, whichever process writes; 0 for an account nobody has ever taken something away in.
   *
   * Cheap: asked on every request.
   *
   * @throws StoreUnavailable when the store has not answered for so long that nobody can tell
   */
  of(accountId: number): number;
  /** Does `work`, which waits for nothing, and looks once for all that it asks. */
  steady<T>(work: () => T): T;
  /** How old what it answers by may be, in milliseconds. */
  lagMs(): number;
  /** Of a change this process has just made. */
  learn(accountId: number, epoch: number): void;
  close(): Promise<void>;
}
