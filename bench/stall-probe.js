import { monitorEventLoopDelay } from 'node:perf_hooks';

// Plain JavaScript: a TypeScript loader would add to the measured memory.
/**
 * Loaded into a measured server (`node --import`). On a request for vitals it answers with the longest delay of the
 * event loop, in milliseconds, and the resident memory, in bytes. On a request to forget stalls it resets the delay.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message !== 'vitals' && message !== 'forget stalls') return;
  process.send?.({ longestStallMs: delay.max / 1e6, residentBytes: process.memoryUsage.rss() });
  if (message === 'forget stalls') delay.reset();
});
// The channel alone must not keep a stopping server alive.
process.channel?.unref();
