/**
 * Yields results as soon as they are there, in any order. Work is begun as results are taken, so that a slow reader
 * holds few of them.
 *
 * @param most that run or wait to be taken at the same time
 */
export async function* asReady<T>(works: readonly (() => Promise<T>)[], most: number): AsyncGenerator<T, void> {
  const running = new Map<number, Promise<{ readonly index: number; readonly value: T }>>();
  const left = works.entries();
  const begin = () => {
    const { value: next } = left.next();
    if (!next) return;
    const [index, work] = next;
    const begun = work().then((value) => ({ index, value }));
    begun.catch(() => undefined); // whoever waits for it gets the error
    running.set(index, begun);
  };
  for (let count = 0; count < most; count++) begin();
  while (running.size > 0) {
    const { index, value } = await Promise.race(running.values());
    running.delete(index);
    yield value;
    begin();
  }
}
