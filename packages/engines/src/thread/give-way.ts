import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Niceness that leaves a third of a processor to this thread when another thread wants it as well. */
const steps = 5;
const lowest = 19;

/**
 * Lowers the priority of this thread, so that others go first when there is more work than processors. Rows are written
 * in long runs, which would delay the thread that answers requests. Only Linux has priorities of threads.
 */
export function giveWay(set: typeof setPriority = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    set(thread, Math.min(getPriority(thread) + steps, lowest));
  } catch {
    // Without /proc, or in a sandbox that forbids the change, all threads keep the same priority.
  }
}
