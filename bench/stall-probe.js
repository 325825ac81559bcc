import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Plain JavaScript: a TypeScript loader would add to the measured memory.
/**
 * Loaded into a measured server (`node --import`). On a request for vitals it answers with the longest delay of the
 * event loop, in milliseconds, and the resident memory and the heap in use, in bytes, and the processor time of all threads so far. On a request to forget stalls it
 * resets the delay; on a request to collect it collects garbage first.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message !== 'vitals' && message !== 'forget stalls' && message !== 'collect') return;
  if (message === 'collect') collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({
    longestStallMs: delay.max / 1e6,
    residentBytes: rss,
    heapBytes: heapUsed + external,
    processorMs: (user + system) / 1e3,
  });
  if (message === 'forget stalls') delay.reset();
});
function collect() {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  for (let round = 0; round < 3; round += 1) gc();
}

// The channel alone must not keep a stopping server alive.
process.channel?.unref();
