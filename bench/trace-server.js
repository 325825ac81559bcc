import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { main } from '../packages/cli/src/main.ts';

/**
 * Runs the command line from its sources and counts the calls of functions on the main thread. On a message it answers
 * with the functions of ours that ran since the last message: `{ functions, calls, files }`, the latter as paths.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Set();
  let [functions, calls] = [0, 0];
  for (const { url, functions: ran } of result) {
    if (!url.startsWith('file:')) continue;
    const file = fileURLToPath(url).slice(root.length);
    if (!file.startsWith('packages/') || file.includes('node_modules')) continue;
    for (const { functionName, ranges } of ran) {
      const count = ranges[0]?.count ?? 0;
      if (count === 0 || functionName === '') continue;
      functions += 1;
      calls += count;
      files.add(file);
    }
  }
  process.send?.({ functions, calls, files: [...files] });
});

process.channel?.unref(); // the channel does not keep the process
await main(process.argv.slice(2));
