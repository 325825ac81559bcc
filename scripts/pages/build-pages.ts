import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { bundledPackages } from '../programs/bundled-packages.ts';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';

const embed = join(root, 'packages/embed');
const built = join(embed, 'dist');
const sources = ['packages/{embed,charts}/src/**/*', 'packages/embed/package.json', 'scripts/pages/*.ts'];
/** Beside the manifest: what the build was made from. */
const sourcesFile = 'sources.txt';

/** Scripts that are built together share their parts, which are files of their own; one alone is a single file. */
const scripts = [
  { host: 'src/host/host-script.ts' },
  { frame: 'src/frame/frame-script.ts', chart: 'src/chart/draw-chart.ts' },
] as const;
const styles = { 'frame.css': 'src/frame/frame.css' } as const;

/** Builds the scripts of browsers, unless they are built from the sources as they are. */
export async function keepPagesBuilt(): Promise<void> {
  const state = stateOfSources();
  const file = join(built, sourcesFile);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== state) await buildPages(state);
}

/**
 * Builds the scripts of browsers into `packages/embed/dist/`: each under a name with its hash, beside its compressed
 * forms, `manifest.json`, from which the server serves them, and the licences of what they contain. The folder is replaced as a whole.
 */
export async function buildPages(state = stateOfSources()): Promise<void> {
  const making = mkdtempSync(`${built}-`);
  const manifest: Record<string, string> = {};
  const modules: string[] = [];
  for (const together of scripts) {
    for (const { name, fileName, code, moduleIds } of await bundle(together)) {
      // Parts that scripts share may have equal names, and nobody asks for them by these.
      manifest[Object.hasOwn(together, name) ? `${name}.js` : fileName] = fileName;
      modules.push(...moduleIds);
      write(making, fileName, code);
    }
  }
  for (const [name, file] of Object.entries(styles)) {
    const text = readFileSync(join(embed, file), 'utf8');
    manifest[name] = name.replace('.css', `-${hashOf(text)}.css`);
    write(making, manifest[name], text);
  }
  writeFileSync(join(making, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(making, licencesFile), licencesOf(bundledPackages(modules)));
  writeFileSync(join(making, sourcesFile), state);
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(making, built);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(join(built, 'manifest.json'))) throw error; // another process has just made the same build
  }
}

interface Built {
  readonly name: string;
  /** With the hash of what is in it. */
  readonly fileName: string;
  readonly code: string;
  readonly moduleIds: readonly string[];
}

async function bundle(entries: Readonly<Record<string, string>>): Promise<readonly Built[]> {
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(embed, file)]));
  // Vega-Lite takes some functions from Vega as a whole, of which we load parts.
  const resolve = { alias: { vega: 'vega-util' } };
  const made = await rolldown({ cwd: root, input, platform: 'browser', tsconfig: false, resolve });
  const files = '[name]-[hash].js';
  const { output } = await made.generate({ minify: true, format: 'esm', entryFileNames: files, chunkFileNames: files });
  await made.close();
  return output.filter((each) => each.type === 'chunk');
}

function write(folder: string, file: string, text: string): void {
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(text, { level: 9 }));
}

function stateOfSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((each) => each.isFile());
  const hashes = files.map(({ parentPath, name }) => `${name} ${hashOf(readFileSync(join(parentPath, name), 'utf8'))}`);
  return hashes.sort().join('\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
