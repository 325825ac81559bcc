interface Pace {
  /** Items at once. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Whether no further item is begun. */
  readonly isOver: () => boolean;
}

/**
 * Works on items in their order, some at once. When one fails, the others are stopped, and its error is thrown after all
 * have ended.
 *
 * @returns how many items were begun; all of them have succeeded
 */
export async function inParallel<T>(
  items: readonly T[],
  { most, signal, isOver }: Pace,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const failing = new AbortController();
  const bounded = AbortSignal.any([signal, failing.signal]);
  let begun = 0;
  const workOn = async (): Promise<void> => {
    while (begun < items.length && !bounded.aborted && !isOver()) {
      const item = items[begun] as T; // `begun` is below the length
      begun += 1;
      await work(item, bounded).catch((error: unknown) => {
        failing.abort(failing.signal.aborted ? failing.signal.reason : error);
      });
    }
  };
  await Promise.all(Array.from({ length: most }, workOn));
  signal.throwIfAborted();
  failing.signal.throwIfAborted();
  return begun;
}
