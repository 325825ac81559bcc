/**
 * Yields what works produce as soon as it is there, in any order. Works are begun in their order, and each goes on when
 * something was taken of it, so that a slow reader holds few results.
 *
 * @param most works that run, or wait for their result to be taken, at the same time
 */
export async function* asReady<T>(works: readonly (() => AsyncIterator<T>)[], most: number): AsyncGenerator<T, void> {
  const running = new Map<AsyncIterator<T>, Promise<Step<T>>>();
  const left = works.values();
  const goOn = (work: AsyncIterator<T>) => {
    const step = work.next().then((result) => ({ work, result }));
    step.catch(() => undefined); // whoever waits for it gets the error
    running.set(work, step);
  };
  const begin = () => {
    const { value: next } = left.next();
    if (next) goOn(next());
  };
  for (let count = 0; count < most; count++) begin();
  while (running.size > 0) {
    const { work, result } = await Promise.race(running.values());
    running.delete(work);
    if (result.done) begin();
    else {
      yield result.value;
      goOn(work);
    }
  }
}

interface Step<T> {
  readonly work: AsyncIterator<T>;
  readonly result: IteratorResult<T>;
}
