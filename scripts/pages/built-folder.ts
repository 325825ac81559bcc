import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { makingFolder } from '../making-folder.ts';
import { root } from '../take-steps.ts';

/** Beside the manifest: what the build was made from. */
const sourcesFile = 'sources.txt';

/** Formats that are compressed already. */
const packed = /\.woff2$/;

/** @param patterns of files, relative to the repository */
export function stateOf(patterns: readonly string[]): string {
  const files = globSync([...patterns], { cwd: root, withFileTypes: true }).filter((each) => each.isFile());
  const hashes = files.map(({ parentPath, name }) => `${name} ${hashOf(readFileSync(join(parentPath, name)))}`);
  return hashes.sort().join('\n');
}

/** Whether the folder holds a build of the sources as they are. */
export function isBuilt(folder: string, state: string): boolean {
  const file = join(folder, sourcesFile);
  return existsSync(file) && readFileSync(file, 'utf8') === state;
}

/** Replaces a build as a whole by what `fill` writes. */
export async function replaceBuild(
  folder: string,
  state: string,
  fill: (making: string) => Promise<void>,
): Promise<void> {
  const making = makingFolder(`${folder}-`);
  try {
    await fill(making);
  } catch (error) {
    rmSync(making, { recursive: true });
    throw error;
  }
  writeFileSync(join(making, sourcesFile), state);
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(join(folder, 'manifest.json'))) throw error; // another process has just made the same build
  }
}

/** Writes a file beside its compressed forms. */
export async function writeAsset(folder: string, file: string, bytes: string | Uint8Array): Promise<void> {
  writeFileSync(join(folder, file), bytes);
  if (packed.test(file)) return;
  const [brotli, small] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify<typeof bytes, { level: number }, Buffer>(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(join(folder, `${file}.br`), brotli);
  writeFileSync(join(folder, `${file}.gz`), small);
}

export function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
