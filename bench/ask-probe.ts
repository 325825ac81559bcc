import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Loaded with `node --import`. */
export const stallProbe = join(import.meta.dirname, 'stall-probe.js');

export interface Vitals {
  /** Stalls since the last reset. */
  readonly longestStallMs: number;
  readonly residentBytes: number;
  /** In use by objects and buffers. */
  readonly heapBytes: number;
  /** Processor time of all threads since the start. */
  readonly processorMs: number;
}

/** @param child has loaded the probe and has a channel to this process */
export function askProbe(child: ChildProcess, question: 'vitals' | 'forget stalls' | 'collect'): Promise<Vitals> {
  return new Promise((done) => {
    child.once('message', (message) => done(message as Vitals)); // sent by stall-probe.js in this shape
    child.send(question);
  });
}
