// Plain JavaScript on purpose: it must load on any Node, decide whether that Node is recent enough, and set options
// before the rest of the process runs. Everything else starts in src/main.ts, or in its built form.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { builtProgram } from './built-programs.js';

const requiredMajor = 24;

/** Engines and password hashing wait in this pool; running queries stay below it (see config). */
const threadPoolSize = 32;

/** Size of half the space for young objects. */
const semiSpaceMegabytes = 8;

process.env.UV_THREADPOOL_SIZE ??= String(threadPoolSize);
// Bounds the threads, which start later, and lets no space grow while modules load; `bound-new-space.ts` explains why,
// and bounds the main thread.
setFlagsFromString(`--max-semi-space-size=${semiSpaceMegabytes}`);
setFlagsFromString('--semi-space-growth-factor=1');
// V8 would compile PostgreSQL's grammar once more, with 400 MB of memory, to save 10 us for each statement of SQL.
// `--liftoff-only` sets these two on a command line only.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

/**
 * Runs the command line, in its built form where that matches the sources.
 *
 * @param {readonly string[]} args
 * @param {import('../src/main.ts').GivenByClone} [given]
 */
export async function launch(args, given) {
  if (Number(process.versions.node.split('.')[0]) < requiredMajor) return runWithPackagedNode();
  enableCompileCache();
  const built = builtProgram('src/main.ts');
  const { main } = built ? await import(built.href) : await import('../src/main.ts');
  await main(args, given);
}

/** Caches compiled code without types for the next start; worker threads read the setting from the environment. */
function enableCompileCache() {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  const directory = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'orrery', 'compiled');
  const { status } = nodeModule.enableCompileCache(directory);
  if (status === nodeModule.constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = directory;
}

function runWithPackagedNode() {
  const node = packagedNode();
  if (!node) {
    console.error(
      `Orrery needs Node ${requiredMajor} or newer; this is ${process.version}, and the packaged one is not installed ` +
        `(optional dependencies were left out, or there is none for ${process.platform}-${process.arch}).`,
    );
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`the packaged Node could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

/** The binary of the optional dependency for this platform, if npm installed it. */
function packagedNode() {
  const name = process.platform === 'win32' ? 'win' : process.platform;
  const require = createRequire(import.meta.url);
  for (const prefix of ['node', 'node-bin']) {
    try {
      const manifest = require.resolve(`${prefix}-${name}-${process.arch}/package.json`);
      const { bin } = require(manifest);
      const path = typeof bin === 'string' ? bin : bin.node;
      return join(dirname(manifest), path);
    } catch {
      // The package is not installed under this name; the next one may be.
    }
  }
  return undefined;
}
