import { type EngineActivity, waitUntilOver } from './engine-activity.ts';

/** What an engine thread shares with whoever ends the process. */
export interface ExitingThread {
  readonly activity: EngineActivity;
  readonly askToClose: () => void;
}

/** DuckDB gives up a statement within a few milliseconds; what takes longer than this will not. */
const giveUpAfterMs = 2000;

const threads = new Set<ExitingThread>();

/**
 * Lets a process that ends, for whatever reason, stop its engine threads first. Node waits for native work of threads
 * while it exits, an endless statement included, and the driver of DuckDB (1.5.6) aborts the process when its work
 * comes back to a thread that is being torn down.
 *
 * @returns takes the thread off again, once it has ended
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
    if (!isOver) process.kill(process.pid, 'SIGKILL'); // the only way out that waits for nobody
  }
}
