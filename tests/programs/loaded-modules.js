// Loaded before a program: records each file that is loaded as a module, and its thread. Plain JavaScript, so that only
// the program has types to strip.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { threadId } from 'node:worker_threads';

const file = process.env.LOADED_MODULES ?? '';

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:') && url !== import.meta.url) appendFileSync(file, `${threadId} ${url}\n`);
    return next(url, context);
  },
});
