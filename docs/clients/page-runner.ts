import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { installClients } from '../../scripts/install-clients.ts';
import { type ServerProcess, startProcess } from '../../tests/attacks/server-process.ts';
import { root } from '../../tests/sources.ts';
import type { Snippet } from './page-snippets.ts';

const execute = promisify(execFile);

/** A snippet that takes longer does not end. */
const longestMs = 120_000;

const clients = join(root, 'tests/clients');

/** Where the packages are that a page installs; the other pages have those of the project. */
const packagesOf: Readonly<Record<string, string>> = {
  'docs/clients/cubejs-cli.md': join(clients, 'deploy'),
  'docs/clients/cubejs-client.md': clients,
  'docs/clients/openapi.md': join(clients, 'generators'),
  'docs/graphql.md': clients,
  'docs/mcp.md': join(clients, 'mcp'),
};

const model = `
cubes:
  - name: orders
    sql: >
      SELECT 1 AS id, 'completed' AS status, 10.5 AS total, TIMESTAMP '2026-01-05 00:00:00' AS created_at
      UNION ALL SELECT 2, 'returned', 20, TIMESTAMP '2026-02-05 00:00:00'
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: revenue, sql: total, type: sum }
`;

const compilerOptions = {
  ...{
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  ...{ module: 'preserve', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
  ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
};

/** Runs the snippets of pages in the folder of a project that is served, as readers do who paste them. */
export class PageRunner implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: ServerProcess;
  readonly #files = new Map<Snippet, string>();
  #page = 'setup';
  /** Where the commands of the page have gone. */
  #place: string;

  private constructor(folder: string, server: ServerProcess) {
    this.#folder = folder;
    this.#place = folder;
    this.#server = server;
  }

  static async open(): Promise<PageRunner> {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-pages-'));
    mkdirSync(join(folder, 'model'));
    writeFileSync(join(folder, 'model/model.yml'), model);
    writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
    mkdirSync(join(folder, 'bin'));
    writeCommand(join(folder, 'bin/npx'), npx);
    for (const each of new Set(Object.values(packagesOf))) await installClients(each);
    return new PageRunner(folder, await startProcess(['--project', '.', '--dev'], { directory: folder }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Begins another page in the folder of the project, to which it adds the packages that it installs. */
  turnTo(page: string): void {
    this.#page = page.replaceAll(/\W/g, '-');
    this.#place = this.#folder;
    writeCommand(join(this.#folder, 'bin/npm'), npmFor(packagesOf[page]));
    const place = join(this.#folder, 'node_modules');
    rmSync(place, { recursive: true, force: true });
    if (page.endsWith('/cube-platform-client.md')) {
      mkdirSync(join(place, '@cube-dev'), { recursive: true }); // as npm does for an alias
      symlinkSync(join(root, 'packages/client'), join(place, '@cube-dev/platform-client'), 'dir');
    } else {
      symlinkSync(join(root, 'node_modules'), place, 'dir');
    }
  }

  /**
   * Runs a snippet: commands by a shell, programs by Node, and those with JSX in a document.
   *
   * @param texts what a document shows in the end
   * @returns what was printed
   */
  async run(snippet: Snippet, texts: readonly string[]): Promise<string> {
    const { language, use, text } = snippet;
    if (language === 'bash') return this.#shell(text);
    const file = join(this.#place, `${this.#page}-${use}.${language === 'js' ? 'mjs' : language}`);
    writeFileSync(file, text);
    this.#files.set(snippet, file);
    if (!language.endsWith('sx')) return this.#shell(`npx node ${file}`);
    const parts = [join(import.meta.dirname, 'run-in-page.js'), `${clients}/package.json`, await this.#bundled(file)];
    return this.#shell(`npx node ${[...parts, ...texts].map((each) => `'${each}'`).join(' ')}`);
  }

  /** Checks the types of programs that have run. @returns what the compiler says */
  async compile(programs: readonly Snippet[], declarations: readonly string[]): Promise<string> {
    const files = [...programs.map((program) => this.#files.get(program)), ...declarations];
    writeFileSync(join(this.#folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(root, 'node_modules/.bin/tsc');
    const compiled = await execute(compiler, ['-p', this.#folder]).catch((error: { stdout: string }) => error);
    return compiled.stdout;
  }

  /** What commands export is there for the next ones of the page, and what the first ones do, for all pages. */
  async #shell(commands: string): Promise<string> {
    const [first, own] = ['setup', this.#page].map((name) => join(this.#folder, `${name}.exports`));
    const before = `set -euo pipefail; for each in ${first} ${own}; do [ ! -f $each ] || . $each; done`;
    const after = `export -p > ${own}; pwd > ${own}.place`;
    const script = `${before}\n${commands.replaceAll('http://127.0.0.1:4000', this.#server.origin)}\n${after}\n`;
    const PATH = `${join(this.#folder, 'bin')}:${process.env['PATH']}`;
    const env = { ...withoutSettings(process.env), HOME: this.#folder, PATH };
    const { stdout, stderr } = await execute('bash', ['-c', script], { cwd: this.#place, env, timeout: longestMs });
    this.#place = readFileSync(`${own}.place`, 'utf8').trim();
    return `${stdout}${stderr}`;
  }

  /** Makes a program for browsers, with the values of its variables. */
  async #bundled(file: string): Promise<string> {
    const exported = readFileSync(join(this.#folder, 'setup.exports'), 'utf8');
    const values = ['ORRERY', 'KEY', 'TOKEN'].map((name) => [name, new RegExp(`${name}="(.*)"`).exec(exported)?.[1]]);
    const variables = { ...Object.fromEntries(values), NODE_ENV: 'production' };
    const made = await rolldown({
      cwd: this.#folder,
      input: file,
      platform: 'browser',
      tsconfig: false,
      logLevel: 'silent', // libraries say that they are for browsers
      transform: { jsx: 'react-jsx', define: { 'process.env': JSON.stringify(variables) } },
    });
    const bundle = file.replace(/\.\w+$/, '.mjs');
    await made.write({ file: bundle, format: 'esm' });
    await made.close();
    return bundle;
  }
}

/** Runs what is installed in a folder or in one around it, or by this project, as `npx` does; it asks no registry. */
const npx = `folder="$PWD"
while [ "$folder" != / ] && [ ! -x "$folder/node_modules/.bin/$1" ]; do folder=$(dirname "$folder"); done
[ "$folder" != / ] || folder='${root}'
command="$folder/node_modules/.bin/$1"
[ -x "$command" ] || { echo "$1 is not installed" >&2; exit 127; }
shift
exec "$command" "$@"`;

/** Installs packages as `npm install` does, but only those that are in a folder already. */
function npmFor(packages: string | undefined): string {
  return `[ "$1" = install ] || exit 1
shift
for each in "$@"; do
  case "$each" in --save-dev) ;; *)
    [ -d "${packages}/node_modules/\${each%@*}" ] || { echo "the tests do not install $each" >&2; exit 1; }
  esac
done
ln -sfn "${packages}/node_modules" node_modules`;
}

function writeCommand(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}
