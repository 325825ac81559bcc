import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { askProbe, stallProbe } from './ask-probe.ts';

/** Blocks for a while on request and reports when it is done. */
const program = `
  process.on('message', (message) => {
    if (message !== 'stand still') return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  });
  setInterval(() => undefined, 1);`;

it('tells a stall to everybody who asks, until it is told to forget', async () => {
  const child = spawn(process.execPath, ['--import', stallProbe, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await askProbe(child, 'vitals');
    child.send('stand still');
    const [first, second] = [await untilStalled(child), await askProbe(child, 'vitals')];
    expect(first.longestStallMs).toBeGreaterThan(150);
    expect(second.longestStallMs).toBeGreaterThanOrEqual(first.longestStallMs);
    expect(second.residentBytes).toBeGreaterThan(2 ** 20);
    const forgotten = await askProbe(child, 'forget stalls');
    expect(forgotten.longestStallMs).toBeGreaterThan(150);
    const third = await askProbe(child, 'vitals');
    expect(third.longestStallMs).toBeLessThan(first.longestStallMs);
  } finally {
    child.kill();
  }
});

/** Expects the delay to be measured when the loop runs again, which may be after an answer. */
async function untilStalled(child: Parameters<typeof askProbe>[0]) {
  for (;;) {
    const vitals = await askProbe(child, 'vitals');
    if (vitals.longestStallMs > 150) return vitals;
  }
}
