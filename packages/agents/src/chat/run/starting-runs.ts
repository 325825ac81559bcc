import { TooManyRequests } from '@orrery/kernel';

/** Time after which a client may send a question again that was refused because of too many others. */
export const retryAfterSeconds = 5;

/** Counts runs that were accepted and are not live yet, by account. */
export class StartingRuns {
  readonly #counts = new Map<number, number>();

  /**
   * @param room how many runs of the account may begin, those that are live taken away
   * @returns ends the count @throws TooManyRequests
   */
  enter(accountId: number, room: number): () => void {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= room) {
      const message = 'Too many questions of this account are being answered';
      throw new TooManyRequests('chat.account-busy', message, retryAfterSeconds);
    }
    this.#counts.set(accountId, count + 1);
    return () => {
      const left = (this.#counts.get(accountId) ?? 0) - 1;
      if (left > 0) this.#counts.set(accountId, left);
      else this.#counts.delete(accountId);
    };
  }
}
