import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** A third of a processor that somebody else wants as well. */
const steps = 5;
const lowest = 19;

/**
 * Lets other threads of the process go first where there is more work than processors: rows are written in long runs, which
 * would keep the thread that answers requests waiting for its turn. Only Linux knows priorities of threads.
 */
export function giveWay(set: typeof setPriority = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    set(thread, Math.min(getPriority(thread) + steps, lowest));
  } catch {
    // There is no /proc, or a sandbox forbids it: threads take turns as equals.
  }
}
