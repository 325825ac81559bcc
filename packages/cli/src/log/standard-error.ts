import { write, writeSync } from 'node:fs';
import { outsideRequests } from '@orrery/kernel';
import type { LineSink } from './log-writer.ts';

/**
 * Lines are collected up to this length or for this long. A pipe takes no more than this as a whole (PIPE_BUF): a write
 * that has begun when the process exits either happens or not, and is not mixed with those that follow.
 */
const collectLength = 4096;
const collectForMs = 100;
/** Bound on the characters that wait to be written: a reader that hangs must not use up the memory of the process. */
const mostWaiting = 16 * 1024 * 1024;
/** Waits this long before it writes again to a pipe that is full and does not block. */
const retryAfterMs = 100;
/** Lets a write that has begun come to its end when the process exits, so that its lines are rarely written twice. */
const lastWriteMs = 5;

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/**
 * Writes to standard error without blocking the event loop: one write per line costs 70 µs where a pipe reads it.
 * All lines that wait are written when the process exits, also those of a write that has begun and may not have
 * happened. Lines beyond the bound are counted, and the count becomes a line.
 */
export function standardError(): LineSink {
  let collected = '';
  let waiting: string[] = [];
  let waitingLength = 0;
  let beingWritten: Buffer | undefined;
  let dropped = 0;
  /** Begins to write in the next turn of the event loop, so that nothing is under way if this turn ends the process. */
  let start: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;

  const writeNext = () => {
    start = undefined;
    const lines = waiting.shift();
    if (lines === undefined) return reportDropped();
    waitingLength -= lines.length;
    beingWritten = Buffer.from(lines);
    writeOn(beingWritten);
  };
  const writeOn = (bytes: Buffer) =>
    write(2, bytes, (error, written) => {
      if (isFull(error)) return void setTimeout(() => writeOn(bytes), retryAfterMs).unref();
      // Any other error means that whoever read the log has gone, and there is nobody to tell.
      beingWritten = error === null && written < bytes.length ? bytes.subarray(written) : undefined;
      if (beingWritten === undefined) writeNext();
      else writeOn(beingWritten);
    });
  const reportDropped = () => {
    if (dropped === 0) return;
    const lost = { level: 'warn', time: new Date().toISOString(), lines: dropped, msg: 'lines of the log were lost' };
    dropped = 0;
    hold(`${JSON.stringify(lost)}\n`);
  };
  const hold = (lines: string) => {
    if (waitingLength + lines.length > mostWaiting) {
      dropped += lines.split('\n').length - 1;
      return;
    }
    waiting.push(lines);
    waitingLength += lines.length;
    if (beingWritten === undefined) start ??= outsideRequests(() => setImmediate(writeNext));
  };
  const passOn = () => {
    clearTimeout(timer);
    timer = undefined;
    if (collected === '') return;
    const lines = collected;
    collected = '';
    hold(lines);
  };
  process.on('exit', () => {
    if (beingWritten !== undefined) pauseFor(lastWriteMs);
    for (const bytes of [beingWritten ?? '', ...waiting, collected]) writeAtExit(Buffer.from(bytes));
    waiting = [];
    collected = '';
  });
  return {
    write: (line) => {
      if (collected.length + line.length > collectLength) passOn();
      collected += line;
      timer ??= outsideRequests(() => setTimeout(passOn, collectForMs).unref());
    },
    flush: passOn,
  };
}

function writeAtExit(bytes: Buffer) {
  for (let rest = bytes, tries = 0; rest.length > 0 && tries < 100; ) {
    try {
      rest = rest.subarray(writeSync(2, rest));
      tries = 0;
    } catch (error) {
      if (!isFull(error)) return;
      tries += 1;
      pauseFor(retryAfterMs);
    }
  }
}

function pauseFor(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
