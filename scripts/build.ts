import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Builds each package into `dist/<package>`: JavaScript and declarations, with a manifest ready to publish.
 * `dist/node_modules` links the built packages to each other, so that the result runs where it stands.
 */
const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const packages = ['contract', 'semantic', 'engines', 'server'] as const;

interface Manifest {
  readonly name: string;
  readonly exports: string;
  readonly devDependencies?: unknown;
}

function compile(name: string): void {
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      rootDir: `../../packages/${name}/src`,
      outDir: 'src',
    },
    include: [`../../packages/${name}/src`],
    exclude: [`../../packages/${name}/src/**/*.test.ts`, `../../packages/${name}/src/**/*-for-test.ts`],
  };
  const folder = join(dist, name);
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const result = spawnSync('tsc', ['-p', configFile], { cwd: root, stdio: 'inherit' });
  rmSync(configFile);
  if (result.status !== 0) throw new Error(`building ${name} failed`);
}

function writeManifest(name: string): void {
  const source = join(root, 'packages', name);
  // The workspace's own manifests, read a few lines above by npm itself.
  const { devDependencies: _, ...manifest } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Manifest;
  const published = { ...manifest, exports: manifest.exports.replace(/\.ts$/, '.js'), files: ['src', 'bin'] };
  writeFileSync(join(dist, name, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of existsSync(join(source, 'bin')) ? readdirSync(join(source, 'bin')) : []) {
    const text = readFileSync(join(source, 'bin', file), 'utf8').replaceAll("src/main.ts'", "src/main.js'");
    mkdirSync(join(dist, name, 'bin'), { recursive: true });
    writeFileSync(join(dist, name, 'bin', file), text, { mode: 0o755 });
  }
  const link = join(dist, 'node_modules', manifest.name);
  mkdirSync(resolve(link, '..'), { recursive: true });
  symlinkSync(join(dist, name), link, 'dir');
}

rmSync(dist, { recursive: true, force: true });
for (const name of packages) {
  compile(name);
  writeManifest(name);
}

const command = join(dist, 'server/bin/orrery.js');
const built = spawnSync('node', [command, 'check', '--project', 'examples/shop'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
});
if (built.status !== 0) throw new Error(`the built command does not answer:\n${built.stdout}${built.stderr}`);
console.log(`built ${packages.length} packages; the built command answers`);
