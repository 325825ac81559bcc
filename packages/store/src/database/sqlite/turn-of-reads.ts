/** How long reads may follow each other before timers, sockets and the disk have their turn, in milliseconds. */
const longestMs = 10;

/**
 * Ends a turn of the event loop in which reads follow each other for long. SQLite answers a read at once, so a caller that
 * reads in a loop would let nothing else run, also what its loop waits for.
 */
export class TurnOfReads {
  #beganAt = 0;
  /** The end of the turn that runs, once something was read in it. */
  #end: Promise<void> | undefined;

  /** Waits for the next turn if this one has taken long since its first read. */
  endIfLong(): Promise<void> | undefined {
    if (this.#end) return performance.now() - this.#beganAt > longestMs ? this.#end : undefined;
    this.#beganAt = performance.now();
    this.#end = new Promise((resolve) => {
      setImmediate(() => {
        this.#end = undefined;
        resolve();
      });
    });
    return undefined;
  }
}
