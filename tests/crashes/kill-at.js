// Loaded before the program: kills the process, as `kill -9` does, before or after one of the steps that change
// something on disk. KILL_AT is the number of the step; without it, STEPS_FILE receives the number of all steps.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT ?? 0);
const stepsFile = process.env.STEPS_FILE;
const append = fs.appendFileSync.bind(fs);
let steps = 0;

function step() {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

/**
 * @param {any} owner
 * @param {string} name
 */
function watch(owner, name) {
  const act = owner[name];
  owner[name] = function (/** @type {unknown[]} */ ...given) {
    step();
    const result = act.apply(this, given);
    step();
    return result;
  };
}

for (const name of ['writeFileSync', 'renameSync', 'linkSync', 'fsyncSync', 'rmSync', 'unlinkSync', 'writeSync']) {
  watch(fs, name);
}
syncBuiltinESMExports();

const Database = createRequire(import.meta.url)('better-sqlite3');
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'));
watch(statement, 'run');
watch(statement, 'all');

if (stepsFile) process.on('exit', () => append(stepsFile, String(steps)));
