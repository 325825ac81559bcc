// Loaded before a program: notes each file that is loaded as a module, in which thread. Plain JavaScript, so that nothing
// but the program is stripped.
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
