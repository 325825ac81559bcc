import { monitorEventLoopDelay } from 'node:perf_hooks';

// Plain JavaScript: a loader of TypeScript would weigh on the memory that is measured.
/**
 * Loaded into a server under measurement (`node --import`): on every message it answers with the longest delay of the
 * event loop since the last one, in milliseconds, and the resident memory, in bytes.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', () => {
  process.send?.({ longestStallMs: delay.max / 1e6, residentBytes: process.memoryUsage.rss() });
  delay.reset();
});
// The channel alone must not keep a server running that was told to stop.
process.channel?.unref();
