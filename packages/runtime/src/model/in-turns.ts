import { setImmediate } from 'node:timers/promises';

/** Work on the main thread stops for requests after this long. */
const turnMs = 4;

/** Does something with each of many items, and lets other work of the event loop have its turns in between. */
export async function inTurns<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  let pauseAt = performance.now() + turnMs;
  for (const item of items) {
    if (performance.now() > pauseAt) {
      await setImmediate();
      pauseAt = performance.now() + turnMs;
    }
    act(item);
  }
}
