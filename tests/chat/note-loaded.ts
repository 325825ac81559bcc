import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Notes the address of each module that a process loads; given to it by `--import`.
const file = process.env['TEST_LOADED_FILE'];
if (file === undefined) throw new Error('TEST_LOADED_FILE names no file');
registerHooks({
  load: (url, context, next) => {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
