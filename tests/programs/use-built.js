// Loaded before the programs that tests start: puts what `build-programs.ts` made of a source in its place. Plain
// JavaScript, so that nothing has to be stripped in a thread.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const builtOf = JSON.parse(readFileSync(process.env.BUILT_PROGRAMS, 'utf8'));

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.endsWith('.ts') || !URL.canParse(specifier, context.parentURL)) return next(specifier, context);
    const url = builtOf[new URL(specifier, context.parentURL).href];
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
