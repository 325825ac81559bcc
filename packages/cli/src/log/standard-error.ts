import { pino } from 'pino';
import { outsideRequests } from '@orrery/kernel';
import type { LineSink } from './log-writer.ts';

/** Lines are collected up to this size or for this long; a pipe takes 16 kB as cheaply as one line. */
const collectBytes = 4_096;
const collectForMs = 100;
/** Bound on buffered lines: a reader that hangs must not use up the memory of the process. */
const mostHeldBytes = 16 * 1024 * 1024;

/**
 * Writes to standard error without blocking the event loop: one write per line costs 70 µs where a pipe reads it.
 * Buffered lines are written when the process exits. Lines beyond the bound are counted, and the count becomes a line.
 */
export function standardError(): LineSink {
  const stream = pino.destination({ dest: 2, sync: false, minLength: collectBytes, maxLength: mostHeldBytes });
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  stream.on('drop', () => (dropped += 1));
  stream.on('error', () => undefined); // whoever read the log has gone, and there is nobody to tell
  stream.on('drain', () => {
    if (dropped === 0) return;
    const lost = { level: 'warn', time: new Date().toISOString(), lines: dropped, msg: 'lines of the log were lost' };
    dropped = 0;
    stream.write(`${JSON.stringify(lost)}\n`);
  });
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stream.flush();
  };
  return {
    write: (line) =>
      outsideRequests(() => {
        stream.write(line);
        timer ??= setTimeout(flush, collectForMs).unref();
      }),
    flush: () => outsideRequests(flush),
  };
}
