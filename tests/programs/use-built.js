// Loaded before the threads that tests start: replaces a thread's program by its built form, as long as that matches
// the sources. Plain JavaScript, so that a thread has no types to strip.
import { registerHooks } from 'node:module';
import { builtProgram } from '../../packages/cli/bin/built-programs.js';

const packages = new URL('../../packages/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.endsWith('-worker.ts') || !specifier.startsWith(packages)) return next(specifier, context);
    const built = builtProgram(`../${specifier.slice(packages.length)}`);
    return built ? { url: built.href, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
