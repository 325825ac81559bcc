import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { type BuiltPrograms, type Source, stateOf } from '../../packages/cli/bin/built-programs.js';
import { makingFolder } from '../making-folder.ts';
import { root } from '../take-steps.ts';
import { bundledPackages } from './bundled-packages.ts';
import { httpWithoutFetch } from './http-without-fetch.ts';
import { inOneByte } from './in-one-byte.ts';
import { leftOutside } from './left-outside.ts';
import { ownAddresses } from './own-addresses.ts';

const command = join(root, 'packages/cli');
const commandLine = 'src/main.ts';

/** Sources that the build depends on, besides the installed packages. */
const sourcesOfPrograms = ['packages/*/src/**/*.ts', 'packages/*/package.json', 'scripts/programs/*.ts'];
const forTests = /(\.test|-for-test|-fixture)\.ts$/;

/**
 * Builds the command line and the programs of all threads that it starts into `built/` of a package: without types to
 * strip, and in few files. `built/programs.json` always names a complete build, even while another one is made. The
 * previous build stays for processes that run from it.
 *
 * @param folder of the package: `packages/cli`, or its published copy
 * @returns the build, the imports of the programs from outside, and the folders of the bundled packages
 */
export async function buildPrograms(
  folder: string,
  { isPublished }: { readonly isPublished: boolean },
): Promise<{
  readonly built: BuiltPrograms;
  readonly outside: readonly string[];
  readonly packages: readonly string[];
}> {
  const ownSources = isPublished
    ? []
    : globSync(sourcesOfPrograms, { cwd: root }).filter((file) => !forTests.test(file));
  const before = ownSources.map((file) => sourceOf(join(root, file)));
  const chunks = await bundle(isPublished);
  const packages = bundledPackages(chunks.flatMap(({ moduleIds }) => moduleIds));
  const installed = isPublished ? [] : packages.map((at) => sourceOf(join(at, 'package.json')));
  const name = writeChunks(chunks, join(folder, 'built'));
  const files = chunks.flatMap(({ facadeModuleId, isEntry, fileName }) =>
    isEntry && facadeModuleId ? [[relative(command, facadeModuleId).replaceAll('\\', '/'), fileName] as const] : [],
  );
  const built: BuiltPrograms = { folder: name, files: Object.fromEntries(files), sources: [...before, ...installed] };
  publish(built, join(folder, 'built'));
  const outside = new Set(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]));
  return { built, outside: leftOutside.filter((each) => outside.has(each)), packages };
}

/** Publishes a build again with the present times of its sources, where they differ and the contents do not. */
export function noteTimes(built: BuiltPrograms, folder: string): BuiltPrograms {
  const sources = built.sources.map(({ path }) => sourceOf(join(folder, path), folder));
  const isSame = sources.every(({ hash }, index) => hash === built.sources[index]?.hash);
  if (!isSame || sources.every(({ changedMs }, index) => changedMs === built.sources[index]?.changedMs)) return built;
  const noted = { ...built, sources };
  publish(noted, join(folder, 'built'));
  return noted;
}

async function bundle(isPublished: boolean): Promise<readonly OutputChunk[]> {
  const made = await rolldown({
    cwd: root,
    input: { main: join(command, commandLine) },
    platform: 'node',
    external: [...leftOutside],
    plugins: [ownAddresses(command, { isPublished }), httpWithoutFetch()],
  });
  try {
    const { output } = await made.generate({
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: true, annotation: false, jsdoc: false },
    });
    return output.filter((each) => each.type === 'chunk');
  } finally {
    await made.close();
  }
}

function sourceOf(file: string, folder = command): Source {
  const state = stateOf(file);
  if (!state) throw new Error(`${file} went away while it was built`);
  const { sizeBytes, changedMs } = state;
  return { path: relative(folder, file).replaceAll('\\', '/'), sizeBytes, changedMs, hash: state.hash() };
}

/** @returns the name of the folder, which depends on the content */
function writeChunks(chunks: readonly OutputChunk[], built: string): string {
  const written = chunks.map(({ fileName, code }) => ({ fileName, code: inOneByte(code) }));
  const content = createHash('sha256');
  for (const { fileName, code } of written) content.update(`${fileName}\n${code}\n`);
  const name = content.digest('hex').slice(0, 16);
  if (existsSync(join(built, name))) return name;
  mkdirSync(built, { recursive: true });
  const making = makingFolder(join(built, 'making-'));
  for (const { fileName, code } of written) writeFileSync(join(making, fileName), code);
  try {
    renameSync(making, join(built, name));
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(join(built, name))) throw error; // another process has just made the same build
  }
  return name;
}

function publish(programs: BuiltPrograms, built: string): void {
  const list = join(built, 'programs.json');
  const before = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as BuiltPrograms).folder : undefined;
  const making = `${list}.${process.pid}`;
  writeFileSync(making, JSON.stringify(programs));
  renameSync(making, list);
  const kept = new Set([programs.folder, before, basename(list)]);
  for (const old of readdirSync(built)) {
    if (!kept.has(old) && /^[0-9a-f]{16}$/.test(old)) rmSync(join(built, old), { recursive: true, force: true });
  }
}
