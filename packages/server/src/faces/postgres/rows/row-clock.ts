/** The time by which rows wait for their readers. */
export interface RowClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Acts once. @returns a function that prevents it */
  after(ms: number, act: () => void): () => void;
}

/** The monotonic time of the process, which it does not stay alive for. */
export const processClock: RowClock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};
