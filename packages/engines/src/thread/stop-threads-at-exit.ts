import { type EngineActivity, waitUntilOver } from './engine-activity.ts';

/** Data of an engine thread that the exit of the process needs. */
export interface ExitingThread {
  readonly activity: EngineActivity;
  readonly askToClose: () => void;
}

/**
 * Time to wait at the exit. DuckDB stops a statement within a few milliseconds; one that takes longer will not stop.
 */
const giveUpAfterMs = 2000;

const threads = new Set<ExitingThread>();

/**
 * Stops the engine threads before the process ends, for any reason. Node waits for native work of threads while it
 * exits, even for an endless statement, and the driver of DuckDB (1.5.6) aborts the process when its work returns to a
 * thread that is being torn down.
 *
 * @returns a function that removes the thread from the list, to be called once it has ended
 */
export function stopAtExit(thread: ExitingThread): () => void {
  if (threads.size === 0) process.on('exit', stopAll);
  threads.add(thread);
  return () => {
    threads.delete(thread);
    if (threads.size === 0) process.off('exit', stopAll);
  };
}

function stopAll(): void {
  for (const { askToClose } of threads) askToClose();
  const deadline = performance.now() + giveUpAfterMs;
  for (const { activity } of threads) {
    const isOver = waitUntilOver(activity, Math.max(0, deadline - performance.now()));
    if (!isOver) process.kill(process.pid, 'SIGKILL'); // the only exit that waits for no thread
  }
}
