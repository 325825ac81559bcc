import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from '../take-steps.ts';

const embed = join(root, 'packages/embed');
const built = join(embed, 'dist');
const sources = ['packages/embed/src/**/*', 'packages/embed/package.json', 'scripts/pages/*.ts'];
/** Beside the manifest: what the build was made from. */
const sourcesFile = 'sources.txt';

/** The scripts by the names that the server knows them under. */
const scripts = { 'host.js': 'src/host/host-script.ts' } as const;

/** Builds the scripts of browsers, unless they are built from the sources as they are. */
export async function keepPagesBuilt(): Promise<void> {
  const state = stateOfSources();
  const file = join(built, sourcesFile);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== state) await buildPages(state);
}

/**
 * Builds the scripts of browsers into `packages/embed/dist/`: each under a name with its hash, beside its compressed
 * forms, and `manifest.json`, from which the server serves them. The folder is replaced as a whole.
 */
export async function buildPages(state = stateOfSources()): Promise<void> {
  const making = mkdtempSync(`${built}-`);
  const manifest: Record<string, string> = {};
  for (const [name, file] of Object.entries(scripts)) {
    manifest[name] = write(making, name, await bundle(join(embed, file)));
  }
  writeFileSync(join(making, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(making, sourcesFile), state);
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(making, built);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(join(built, 'manifest.json'))) throw error; // another process has just made the same build
  }
}

async function bundle(file: string): Promise<string> {
  const made = await rolldown({ cwd: root, input: file, platform: 'browser', tsconfig: false });
  const { output } = await made.generate({ minify: true, format: 'esm' });
  await made.close();
  return output[0].code;
}

/** @returns the name with its hash */
function write(folder: string, name: string, text: string): string {
  const file = name.replace(/\.(\w+)$/, `-${hashOf(text)}.$1`);
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(text, { level: 9 }));
  return file;
}

function stateOfSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((each) => each.isFile());
  const hashes = files.map(({ parentPath, name }) => `${name} ${hashOf(readFileSync(join(parentPath, name), 'utf8'))}`);
  return hashes.sort().join('\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
