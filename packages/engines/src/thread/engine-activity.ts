/** State of the engines of a thread, in memory shared with it. */
export type EngineActivity = Int32Array<SharedArrayBuffer>;

/** No engine was opened. */
const IDLE = 0;
/** Some engines are open. */
const ENGAGED = 1;
/** No engine is open, and none will be opened. */
const OVER = 2;

export function newActivity(): EngineActivity {
  return new Int32Array(new SharedArrayBuffer(4)); // IDLE
}

/**
 * Called by the thread before it opens an engine.
 * @returns whether it may open one
 */
export function engage(activity: EngineActivity): boolean {
  return Atomics.compareExchange(activity, 0, IDLE, ENGAGED) !== OVER;
}

/** Called by the thread when its engines are closed. */
export function disengage(activity: EngineActivity): void {
  Atomics.store(activity, 0, OVER);
  Atomics.notify(activity, 0);
}

/**
 * Blocks until no engine works, and prevents new ones.
 *
 * @returns whether this was reached in time
 */
export function waitUntilOver(activity: EngineActivity, timeoutMs: number): boolean {
  if (Atomics.compareExchange(activity, 0, IDLE, OVER) === IDLE) return true;
  return Atomics.wait(activity, 0, ENGAGED, timeoutMs) !== 'timed-out';
}
