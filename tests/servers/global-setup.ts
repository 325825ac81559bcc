import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { BuiltPrograms } from '../../packages/cli/bin/built-programs.js';
import { keepProgramsBuilt } from '../../scripts/programs/keep-programs-built.ts';
import { makeServerDirectory, removeServerDirectory } from './server-directory.ts';

const command = new URL('../../packages/cli/', import.meta.url);

/**
 * Database servers start when the first test needs one, and stop at the end of the run. In watch mode, changed programs
 * are built again.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = makeServerDirectory();
  chmodSync(directory, 0o755); // servers run as system users of their own
  const end = () => removeServerDirectory(directory);
  process.once('exit', end);
  const keepBuilt = async () => namePrograms(await keepProgramsBuilt(), join(directory, 'programs.json'));
  await Promise.all([keepBuilt(), stripTypesOfThreads(join(directory, 'compiled'))]);
  project.onTestsRerun(keepBuilt);
  return () => {
    process.off('exit', end);
    end();
  };
}

/** Writes the address of each built program by that of its source, for `use-built.js`. */
function namePrograms({ folder, files }: BuiltPrograms, list: string): void {
  const entries = Object.entries(files).map(([source, file]) => [
    new URL(source, command).href,
    new URL(`built/${folder}/${file}`, command).href,
  ]);
  writeFileSync(`${list}.new`, JSON.stringify(Object.fromEntries(entries)));
  renameSync(`${list}.new`, list); // no thread reads a partial file
}

/**
 * Node strips types in WebAssembly, and V8 (13.6, of Node 24) sometimes crashes when several threads of a process run
 * the same module while one of them tiers it up. The programs of threads are therefore stripped once, here, and threads
 * that tests start from sources find them in the compile cache. Built programs have no types to strip.
 */
async function stripTypesOfThreads(cache: string): Promise<void> {
  const root = resolve(import.meta.dirname, '../..');
  const programs = globSync('packages/*/src/**/*-{worker,worker-fixture}.ts', { cwd: root });
  const urls = programs.map((file) => pathToFileURL(join(root, file)).href);
  // Outside a thread a program may fail when it runs; by then it is compiled.
  const script = `for (const url of ${JSON.stringify(urls)}) await import(url).catch(() => undefined); process.exit(0);`;
  process.env.NODE_COMPILE_CACHE = cache;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error('the programs of threads could not be compiled');
}
