import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';

const root = resolve(import.meta.dirname, '../..');
const probe = pathToFileURL(join(import.meta.dirname, 'loaded-modules.js')).href;

interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly errors: string;
}

/** A copy of the sources with packages installed, in which anything may be changed. */
export class Clone {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-clone-')));

  constructor() {
    const isCopied = (file: string) => !/\.test\.ts$|\/(built|dist|node_modules)$/.test(file);
    for (const part of ['package.json', 'tsconfig.json', 'apps', 'packages', 'scripts', 'tests/programs'])
      cpSync(join(root, part), join(this.directory, part), { recursive: true, filter: isCopied });
    this.#install(readdirSync(join(root, 'node_modules')).filter((name) => !['orrery', '@orrery'].includes(name)));
    mkdirSync(join(this.directory, 'node_modules/@orrery'));
    for (const name of readdirSync(join(root, 'packages')).filter((each) => each !== 'cli'))
      symlinkSync(join(this.directory, 'packages', name), join(this.directory, 'node_modules/@orrery', name));
  }

  #install(names: readonly string[]): void {
    mkdirSync(join(this.directory, 'node_modules'));
    for (const name of names) symlinkSync(join(root, 'node_modules', name), join(this.directory, 'node_modules', name));
  }

  /** Runs the script that npm runs after an installation. */
  prepare(): Promise<Ran> {
    return this.#run([join(this.directory, 'scripts/prepare.js')]);
  }

  orrery(...args: readonly string[]): Promise<Ran> {
    return this.#run([join(this.directory, 'packages/cli/bin/orrery.js'), ...args]);
  }

  /** @returns the sources and built files of this clone that a command loads as modules, in all of its threads */
  async modulesOf(...args: readonly string[]): Promise<readonly string[]> {
    const list = join(this.directory, 'loaded-modules.txt');
    rmSync(list, { force: true });
    const ran = await this.#run([join(this.directory, 'packages/cli/bin/orrery.js'), ...args], {
      NODE_OPTIONS: `--import=${probe}`,
      LOADED_MODULES: list,
    });
    if (ran.code !== 0) throw new Error(ran.errors);
    const packages = pathToFileURL(join(this.directory, 'packages/')).href;
    const urls = readFileSync(list, 'utf8')
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1));
    const files = urls.filter((url) => url.startsWith(packages)).map((url) => url.slice(packages.length));
    return files.filter((file) => /\/(src|built)\//.test(file));
  }

  change(file: string, edit: (text: string) => string): void {
    const path = join(this.directory, file);
    const text = readFileSync(path, 'utf8');
    const changed = edit(text);
    if (changed === text) throw new Error(`${file} stayed as it was`);
    writeFileSync(path, changed);
  }

  /** Replaces a package that the copy shares with the clone by a copy of its own. */
  own(name: string): void {
    const at = join(this.directory, 'node_modules', name);
    rmSync(at);
    cpSync(join(root, 'node_modules', name), at, { recursive: true });
  }

  uninstall(name: string): void {
    rmSync(join(this.directory, 'node_modules', name), { recursive: true });
  }

  /** All of the package but its list of modules. */
  removeBuilt(): void {
    const built = join(this.directory, 'packages/cli/built');
    for (const name of readdirSync(built)) if (!name.includes('.')) rmSync(join(built, name), { recursive: true });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }

  #run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const options = { cwd: this.directory, env: { ...withoutSettings(process.env), ...environment } };
    return new Promise((done) => {
      execFile(process.execPath, args, options, (error, printed, errors) => {
        done({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, printed, errors });
      });
    });
  }
}
