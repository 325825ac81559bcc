import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fencedBlocks } from '../docs/fenced-blocks.ts';
import { buildClient } from './client/build-client.ts';
import { buildReact } from './pages/build-react.ts';
import { buildPackage } from './package/build-package.ts';
import { checkTypes } from './take-steps.ts';
import { licencesFile } from './programs/licences.ts';

/**
 * Builds the published packages into `dist/<package>`, each with a manifest: the libraries as JavaScript and
 * declarations, so the client, the components for pages of others in one bundle, and the command as the package `orrery`,
 * which people install. `dist/node_modules` links the built
 * packages to each other, so that the result runs in place.
 */
const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const libraries = ['contract', 'semantic', 'kernel', 'engines', 'charts'] as const;
const client = 'client';
/** React components: the door of the package that other programs import. */
const components = 'embed';
const command = 'cli';

interface Manifest {
  readonly name: string;
  readonly exports: string | Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

/** @param declared files whose declarations alone are made, in place of everything of all files */
function compile(name: string, declared?: readonly string[]): void {
  const own = join(root, 'packages', name, 'tsconfig.json');
  const config = {
    extends: existsSync(own) ? `../../packages/${name}/tsconfig.json` : '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      ...(declared ? { emitDeclarationOnly: true } : {}),
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      rootDir: `../../packages/${name}/src`,
      outDir: 'src',
    },
    include: (declared ?? ['']).map((file) => `../../packages/${name}/src/${file}`),
    exclude: ['.test', '-for-test', '-fixture'].map((kind) => `../../packages/${name}/src/**/*${kind}.ts`),
  };
  const folder = join(dist, name);
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const fits = hasTypes(configFile);
  rmSync(configFile);
  if (!fits) throw new Error(`building ${name} failed`);
}

function hasTypes(project: string): boolean {
  const [program = '', ...parameters] = checkTypes(project);
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit' }).status === 0;
}

function manifestOf(name: string): Omit<Manifest, 'devDependencies'> {
  const file = join(root, 'packages', name, 'package.json');
  // The workspace's own manifests, which npm has read.
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return manifest;
}

interface Published {
  readonly name: string;
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

function publish(folder: string, manifest: Published): void {
  writeFileSync(join(dist, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  link(folder, manifest.name);
}

function link(folder: string, name: string): void {
  const place = join(dist, 'node_modules', name);
  mkdirSync(resolve(place, '..'), { recursive: true });
  symlinkSync(join(dist, folder), place, 'dir');
}

function buildLibrary(name: string): void {
  compile(name);
  const manifest = manifestOf(name);
  const { exports } = manifest;
  const builtOf = (file: string) => file.replace(/\.ts$/, '.js');
  const doors =
    typeof exports === 'string'
      ? builtOf(exports)
      : Object.fromEntries(Object.entries(exports).map(([door, file]) => [door, builtOf(file)]));
  publish(name, { ...manifest, exports: doors, files: ['src'] });
}

/** Their types are those of the libraries, and everything that runs is in the bundle. */
async function buildComponents(): Promise<void> {
  compile(components, ['react/index.ts', '**/*.d.ts']);
  const folder = join(dist, components);
  await buildReact(folder);
  const manifest = manifestOf(components);
  const own = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@orrery/'));
  publish(components, {
    ...manifest,
    dependencies: Object.fromEntries(own),
    exports: { './react': { types: './src/react/index.d.ts', default: './react.js' } },
    sideEffects: false,
    files: ['react*.js', 'src', licencesFile],
  });
}

/** Checks the types of the published components against a program: that of their documentation. */
function checkComponents(): void {
  const page = readFileSync(join(root, 'docs/react.md'), 'utf8');
  const program = fencedBlocks(page).find(({ use }) => use === 'app.tsx')?.text ?? '';
  const folder = join(dist, 'program');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.tsx'), program);
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
    },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], skipLibCheck: false },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.tsx'] }));
  const fits = hasTypes(folder);
  rmSync(folder, { recursive: true });
  if (!fits) throw new Error('the types of the components do not fit the program of docs/react.md');
}

rmSync(dist, { recursive: true, force: true });
for (const name of libraries) buildLibrary(name);
buildClient(join(dist, client));
link(client, manifestOf(client).name);
await buildComponents();
checkComponents();
await buildPackage(join(dist, command));
link(command, manifestOf(command).name);

const built = spawnSync('node', [join(dist, command, 'bin/orrery.js'), 'check', '--project', 'examples/shop'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
});
if (built.status !== 0) throw new Error(`the built command does not answer:\n${built.stdout}${built.stderr}`);
console.log(`built ${libraries.length} libraries, the client, the components and the command, which answers`);
