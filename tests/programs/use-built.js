// Loaded before the threads that tests start: puts the built form of a thread's program in its place, as long as that is
// what the sources say. Plain JavaScript, so that nothing has to be stripped in a thread.
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
