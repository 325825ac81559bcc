// Loaded before the threads that tests start: replaces a thread's program by its built form. A run builds the programs
// when it begins and names them in a file, so that no thread compares the build with every source again. Plain
// JavaScript, so that a thread has no types to strip.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const packages = new URL('../../packages/', import.meta.url).href;
const directory = process.env.TEST_SERVERS_DIRECTORY;
const list = directory && join(directory, 'programs.json');

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.endsWith('-worker.ts') || !specifier.startsWith(packages)) return next(specifier, context);
    const url = list && existsSync(list) && JSON.parse(readFileSync(list, 'utf8'))[specifier];
    return url && existsSync(new URL(url)) ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
