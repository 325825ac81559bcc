import { expect } from 'vitest';

const leastRounds = 3;
const mostRounds = 12;
const parts = 10;
/** Time that grows with the square of the size is `parts` times as long for all of it as for its parts one by one. */
const mostGrowth = 4;
/** The system counts processor time in steps of a few milliseconds. */
const resolutionMs = 20;

/**
 * Expects the time of `work` to grow with its size and not with the square of it: compares the processor time of this
 * thread for the whole size with that for its parts one by one, so that neither a slow machine nor a busy one changes
 * the outcome.
 */
export function expectProportional(size: number, work: (size: number) => void): void {
  let [whole, inParts] = [Infinity, Infinity];
  for (let round = 0; round < mostRounds; round += 1) {
    whole = Math.min(
      whole,
      processorMs(() => work(size)),
    );
    inParts = Math.min(
      inParts,
      processorMs(() => {
        for (let part = 0; part < parts; part += 1) work(size / parts);
      }),
    );
    if (round + 1 >= leastRounds && whole < mostGrowth * inParts + resolutionMs) return;
  }
  expect(whole, `ms of processor time, beside ${inParts} ms in parts`).toBeLessThan(
    mostGrowth * inParts + resolutionMs,
  );
}

function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
