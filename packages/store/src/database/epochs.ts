/** The channel on which PostgreSQL announces a new epoch to the nodes; the payload is `account:epoch`. */
export const epochChannel = 'orrery_epoch';

/**
 * Each account has an epoch. It grows in the same transaction that revokes something in the account: a key, a role, a
 * secret. The data of an account in a node's memory are valid only while the epoch in which it was read is current.
 */
export interface Epochs {
  /**
   * Returns the epoch, at most a second behind, whichever process writes; 0 for an account in which nothing was ever
   * revoked.
   *
   * Cheap: called on every request.
   *
   * @throws StoreUnavailable when the store has not answered for so long that the epoch is unknown
   */
  of(accountId: number): number;
  /** Runs synchronous `work` and reads the epochs only once for it. */
  steady<T>(work: () => T): T;
  /** Age of the known epochs, in milliseconds. */
  lagMs(): number;
  /** Records a change this process has just made. */
  learn(accountId: number, epoch: number): void;
  close(): Promise<void>;
}
