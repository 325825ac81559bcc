/** Whether engines of a thread may work, in memory both sides see. */
export type EngineActivity = Int32Array<SharedArrayBuffer>;

/** None was opened. */
const IDLE = 0;
/** Some are open. */
const ENGAGED = 1;
/** None is open, and none will be. */
const OVER = 2;

export function newActivity(): EngineActivity {
  return new Int32Array(new SharedArrayBuffer(4)); // IDLE
}

/** To be asked by the thread before it opens an engine. @returns whether it may */
export function engage(activity: EngineActivity): boolean {
  return Atomics.compareExchange(activity, 0, IDLE, ENGAGED) !== OVER;
}

/** To be said by the thread when its engines are closed. */
export function disengage(activity: EngineActivity): void {
  Atomics.store(activity, 0, OVER);
  Atomics.notify(activity, 0);
}

/**
 * Blocks until no engine works, and lets none begin.
 *
 * @returns whether that was so in time
 */
export function waitUntilOver(activity: EngineActivity, timeoutMs: number): boolean {
  if (Atomics.compareExchange(activity, 0, IDLE, OVER) === IDLE) return true;
  return Atomics.wait(activity, 0, ENGAGED, timeoutMs) !== 'timed-out';
}
