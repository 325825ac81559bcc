import { setImmediate } from 'node:timers/promises';

/** Time after which work on the main thread pauses for requests. */
const turnMs = 4;

/** Handles many items, and lets other work of the event loop run in between. */
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
