import { parseArgs } from 'node:util';
import { callsIn, functionsIn, traceRequests } from './trace-requests.ts';
import { recordCalls } from './recorded-calls.ts';

/**
 * Counts functions and files of ours that run on the main thread for one request to a server of the demo in production mode,
 * when code is warm: `npm run trace [-- --files | --functions | --record]`. With `--record` it writes the counts that
 * `bench/recorded-calls.test.ts` compares with.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

const traced = await traceRequests();
for (const [name, ran] of Object.entries(traced)) {
  const files = Object.keys(ran).toSorted();
  const packages = new Set(files.map((file) => file.split('/')[1]));
  console.log(
    `${name}: ${functionsIn(ran).length} functions, ${callsIn(ran)} calls, ${files.length} files, ${packages.size} packages`,
  );
  if (!values.files && !values.functions) continue;
  for (const file of files) {
    console.log(`  ${file}`);
    if (values.functions) for (const one of ran[file] ?? []) console.log(`    ${one.calls} ${one.name}`);
  }
}
if (values.record) recordCalls(traced);
