import { monitorEventLoopDelay } from 'node:perf_hooks';

// Plain JavaScript: a loader of TypeScript would weigh on the memory that is measured.
/**
 * Loaded into a server under measurement (`node --import`): asked for vitals it answers with the longest delay of the
 * event loop, in milliseconds, and the resident memory, in bytes; told to forget stalls it counts them from then on.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message !== 'vitals' && message !== 'forget stalls') return;
  process.send?.({ longestStallMs: delay.max / 1e6, residentBytes: process.memoryUsage.rss() });
  if (message === 'forget stalls') delay.reset();
});
// The channel alone must not keep a server running that was told to stop.
process.channel?.unref();
