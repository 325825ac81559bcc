import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { main } from '../packages/cli/src/main.ts';

/**
 * Runs the command line from its sources and counts the calls of functions on the main thread. On a message it answers
 * with the functions of ours that ran since the last message, by the path of their file: `{ [file]: [{ name, calls }] }`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  /** @type {Record<string, { name: string, calls: number }[]>} */
  const files = {};
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue;
    const file = fileURLToPath(url).slice(root.length);
    if (!file.startsWith('packages/') || file.includes('node_modules')) continue;
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      // those without a name are counted with the function they stand in
      if (!range?.count || functionName === '') continue;
      (files[file] ??= []).push({ name: functionName, calls: range.count });
    }
  }
  process.send?.(files);
});

process.channel?.unref(); // the channel does not keep the process
await main(process.argv.slice(2));
