import { expect, it } from 'vitest';
import { productionFiles, readSources, type Source } from './sources.ts';

/**
 * Files that block their thread until the disk or another thread is done, with what they call. Each says why no request
 * waits for it: only a start or a command calls it, or a thread that answers nothing else meanwhile.
 */
const allowed: Readonly<Record<string, string>> = {
  'packages/cli/bin/built-programs.js: existsSync readFileSync statSync': 'a start, before anything listens',
  'packages/cli/src/command/damaged-file.ts: existsSync': 'a command',
  'packages/cli/src/command/prepare-demo.ts: accessSync cpSync existsSync mkdirSync statSync':
    'a start with the demo, before anything listens',
  'packages/cli/src/command/read-context.ts: readFileSync': 'commands only',
  'packages/cli/src/commands/check.ts: existsSync statSync': 'a command',
  'packages/cli/src/commands/init.ts: mkdirSync readdirSync statSync writeFileSync': 'a command',
  'packages/cli/src/doctor/check-disk.ts: accessSync statSync': 'a command',
  'packages/cli/src/doctor/check-sources.ts: mkdtempSync rmSync': 'a command',
  'packages/cli/src/doctor/check-steps.ts: existsSync': 'a command',
  'packages/cli/src/doctor/check-store.ts: accessSync existsSync statSync': 'a command',
  'packages/cli/src/doctor/nearest-to.ts: existsSync': 'a command',
  'packages/cli/src/evaluate/with-models.ts: existsSync': 'a command',
  'packages/cli/src/log/standard-error.ts: Atomics.wait writeSync':
    'the end of the process, which answers nothing more',
  'packages/cli/src/modeling/generate/publish-files.ts: closeSync fsyncSync linkSync mkdirSync openSync renameSync rmSync writeFileSync':
    'a command',
  'packages/cli/src/serve.ts: existsSync': 'a start, before anything listens',
  'packages/config/src/project.ts: readFileSync statSync':
    'orrery.yml, at a start and once when a deployment is opened or deployed',
  'packages/config/src/read-if-there.ts: readFileSync':
    'as the file before and the next one; models are read in the thread that compiles',
  'packages/config/src/settings.ts: existsSync': 'a start, before anything listens',
  'packages/config/src/sources/read-ssl.ts: readFileSync': 'certificates of orrery.yml, as project.ts',
  'packages/config/src/within-folder.ts: realpathSync': 'paths of orrery.yml, as project.ts',
  'packages/engines/src/duckdb/allowed-paths.ts: realpathSync': 'the engine thread',
  'packages/engines/src/duckdb/file-generation.ts: statSync':
    'the engine thread, and for each answer two statuses of a file on a drive of the machine',
  'packages/engines/src/duckdb/files/settled-files.ts: statSync': 'the engine thread',
  'packages/engines/src/duckdb/nameless-folder.ts: closeSync existsSync mkdtempSync openSync rmSync symlinkSync':
    'the engine thread',
  'packages/engines/src/thread/engine-activity.ts: Atomics.wait': 'the end of the process, which answers nothing more',
  'packages/engines/src/thread/give-way.ts: readlinkSync': 'the start of the engine thread',
  'packages/people/src/sign-in/password.ts: a whole module':
    'its argon2, which hashes in a thread of libuv, is looked for by name',
  'packages/runtime/src/model/describe-model-problem.ts: readFileSync':
    'a file just compiled that has a problem, a few in each turn of the event loop',
  'packages/runtime/src/model/load-model-files.ts: readdirSync realpathSync':
    'threads that compile and explain, and commands',
  'packages/runtime/src/source/data-directory.ts: accessSync mkdirSync rmSync writeFileSync':
    'a start, before anything listens',
  'packages/runtime/src/source/temporary-directory.ts: SQLite': 'a start, before anything listens; an end; a command',
  'packages/server/src/faces/console/console-build.ts: existsSync readFileSync': 'a start, before anything listens',
  'packages/server/src/history/history-file.ts: SQLite chmodSync': 'the thread of the history',
  'packages/server/src/pages/built-files.ts: existsSync readFileSync': 'a start, before anything listens',
  'packages/store/src/backup/new-file.ts: closeSync existsSync fsyncSync linkSync openSync readdirSync rmSync writeSync':
    'a command',
  'packages/store/src/database/sqlite/checkpoint-worker.ts: SQLite': 'a thread of its own',
  'packages/store/src/database/sqlite/connect-sqlite.ts: Atomics.wait SQLite chmodSync':
    'waits while it or a further reader opens; commits write to memory of the system, and LogSync and Checkpoints wait for the disk',
  'packages/store/src/database/sqlite/log-sync.ts: openSync': 'opens the store',
  'packages/store/src/database/sqlite/read-sqlite.ts: SQLite existsSync': 'a command',
  'packages/store/src/database/sqlite/replace-file.ts: SQLite': 'a command',
  'packages/store/src/database/sqlite/sqlite-epochs.ts: SQLite': 'reads one page that was just written, or none',
  'packages/store/src/database/sync-directory.ts: closeSync fsyncSync openSync':
    'the files of keys and backups, as key-folder.ts and new-file.ts',
  'packages/store/src/database/tables-at.ts: SQLite': 'a database in memory, for commands',
  'packages/store/src/keys/key-folder.ts: linkSync readFileSync readdirSync renameSync rmSync writeFileSync':
    'a start, a command, and once after the key was rotated by another process',
  'packages/store/src/keys/master-key.ts: hkdfSync': 'derives 32 bytes: microseconds without the disk',
};

const blockingModules = 'fs|child_process|zlib|crypto';
const named = new RegExp(String.raw`^import \{([^}]*)\} from '(?:node:)?(?:${blockingModules})';`, 'gm');
const whole = new RegExp(
  String.raw`^import (?!type\b)(?:\* as )?\w+(?:, \{[^}]*\})? from '(?:node:)?(?:${blockingModules})'|(?:import|require|getBuiltinModule)\('(?:node:)?(?:${blockingModules})'\)`,
  'm',
);

function blockingCalls({ text }: Source): readonly string[] {
  const imported = [...text.matchAll(named)].flatMap(([, names = '']) => names.match(/\w+Sync\b/g) ?? []);
  return [
    ...(whole.test(text) ? ['a whole module'] : []),
    ...(/\bAtomics\.wait\(/.test(text) ? ['Atomics.wait'] : []),
    ...(/\bnew (?:BetterSqlite|DatabaseSync)\(/.test(text) ? ['SQLite'] : []),
    ...imported.sort(),
  ];
}

it('only the named files block their thread, and only by the named calls', () => {
  const sources = readSources(productionFiles('packages/*/{src,bin}/**/*.{ts,js}'));
  const found = sources.flatMap((source) => {
    const calls = blockingCalls(source);
    return calls.length > 0 ? [`${source.file}: ${calls.join(' ')}`] : [];
  });
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

it.each([
  ["import { type Stats, statSync } from 'node:fs';", 'statSync'],
  ["import {\n  readFile,\n  readFileSync,\n} from 'node:fs';", 'readFileSync'],
  ["import { gzipSync } from 'zlib';", 'gzipSync'],
  ["import * as fs from 'node:fs';", 'a whole module'],
  ["import fs from 'node:fs';", 'a whole module'],
  ["const { execSync } = await import('node:child_process');", 'a whole module'],
  ["const { scryptSync } = process.getBuiltinModule('node:crypto');", 'a whole module'],
  ['Atomics.wait(waiting, 0, 0);', 'Atomics.wait'],
  ['const sqlite = new BetterSqlite(file);', 'SQLite'],
  ['const sqlite = new DatabaseSync(address);', 'SQLite'],
])('finds %s', (text, call) => {
  expect(blockingCalls({ file: 'a.ts', text })).toEqual([call]);
});

it.each([
  "import { readFile } from 'node:fs/promises';",
  "import type { Stats } from 'node:fs';",
  "import { createHash, hkdf } from 'node:crypto';",
  'connection.closeSync();',
])('finds nothing in %s', (text) => {
  expect(blockingCalls({ file: 'a.ts', text })).toEqual([]);
});
