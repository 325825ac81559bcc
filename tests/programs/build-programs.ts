import { globSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '../..');
/** The command line, and what runs in threads. */
const sources = ['packages/server/src/main.ts', 'packages/*/src/**/*-{worker,worker-fixture}.ts'];

/**
 * Makes one piece of JavaScript of each program that tests start, in `directory`: it starts in a fraction of the time that
 * hundreds of modules take, and there are no types to strip.
 *
 * @returns a file that says which address stands for which source, for `use-built.js`
 */
export async function buildPrograms(directory: string): Promise<string> {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const built = await Promise.all(
    files.map(async (file) => [addressOf(join(root, file)), addressOf(await build(file, directory))]),
  );
  const list = join(directory, 'programs.json');
  writeFileSync(list, JSON.stringify(Object.fromEntries(built)));
  return list;
}

async function build(file: string, directory: string): Promise<string> {
  const folder = join(directory, file.replaceAll('/', '.'));
  const bundle = await rolldown({
    input: { program: join(root, file) },
    platform: 'node',
    plugins: [packagesLeftAlone, ownAddresses],
  });
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' });
  await bundle.close();
  return join(folder, 'program.mjs');
}

const addressOf = (path: string) => pathToFileURL(path).href;

/** Native code, and a log that starts threads from files of its own. */
const packagesLeftAlone: Plugin = {
  name: 'packages-left-alone',
  resolveId: {
    filter: { id: /^(better-sqlite3|@duckdb\/node-bindings|pino)$/ },
    handler: (name, importer) => ({ id: createRequire(importer ?? root).resolve(name), external: true }),
  },
};

/** A module finds its neighbours, its manifest and the examples from where its source stands. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: {
    filter: { id: /\/packages\/[^/]+\/src\//, code: 'import.meta.url' },
    handler: (code, file) => code.replaceAll('import.meta.url', JSON.stringify(addressOf(file))),
  },
};
