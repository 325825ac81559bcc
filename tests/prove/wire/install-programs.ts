import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramCommand } from '../../wire-clients/run-program.ts';

const run = promisify(execFile);
const programs = join(import.meta.dirname, 'programs');
const jdbcProgram = join(import.meta.dirname, '../../wire-clients/jdbc/WireJdbc.java');
/** A build of Rust's crates is the longest. */
const longestMs = 30 * 60_000;

/** A program that can run, or why it cannot be installed. */
export type InstalledProgram = ProgramCommand | { readonly missing: string };

/** @param packages names the file of `requirements` with the packages of its environment */
export function pythonProgram(packages: string, file: string, ...parameters: string[]): Promise<InstalledProgram> {
  const requirements = join(programs, 'python/requirements', `${packages}.txt`);
  return installed(`python-${packages}`, [requirements], async (folder) => {
    await run('python3', ['-m', 'venv', folder]);
    const options = ['--quiet', '--no-deps', '--disable-pip-version-check', '-r', requirements];
    await run(join(folder, 'bin/pip'), ['install', ...options], { timeout: longestMs });
  }).then((folder) =>
    typeof folder === 'string'
      ? {
          command: [join(folder, 'bin/python'), join(programs, 'python', file), ...parameters],
          environment: { PYTHONDONTWRITEBYTECODE: '1' },
        }
      : folder,
  );
}

/** The program of pgJDBC, with the driver of a version from Maven. */
export async function javaProgram(version: string): Promise<InstalledProgram> {
  const folder = await installed(`pgjdbc-${version}`, [], async (made) => {
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    const what = [`-Dartifact=org.postgresql:postgresql:${version}`, `-DoutputDirectory=${made}`];
    await run('mvn', ['-q', '-B', '-Dstyle.color=never', copy, ...what], { timeout: longestMs });
  });
  if (typeof folder !== 'string') return folder;
  return { command: ['java', '-cp', join(folder, `postgresql-${version}.jar`), jdbcProgram] };
}

export async function goProgram(name: string): Promise<InstalledProgram> {
  const source = join(programs, 'go');
  const folder = await installed(
    'go',
    globSync('**/*.{go,mod,sum}', { cwd: source }).map((one) => join(source, one)),
    async (made) => {
      await run('go', ['build', '-o', `${made}/`, './...'], { cwd: source, timeout: longestMs });
    },
  );
  return typeof folder === 'string' ? { command: [join(folder, name)] } : folder;
}

export async function rustProgram(name: string): Promise<InstalledProgram> {
  const source = join(programs, 'rust');
  const files = globSync('{Cargo.*,src/*.rs}', { cwd: source }).map((one) => join(source, one));
  const folder = await installed('rust', files, async (made) => {
    // Crates that are built once serve every state of the programs.
    const target = join(cache(), 'rust-target');
    const environment = { ...process.env, CARGO_TARGET_DIR: target };
    await run('nice', ['cargo', 'build', '--quiet', '--locked'], { cwd: source, timeout: longestMs, env: environment });
    await run('sh', ['-c', 'cp "$0"/debug/*_program "$1"', target, made]);
  });
  return typeof folder === 'string' ? { command: [join(folder, name)] } : folder;
}

const cache = () => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'orrery/wire-clients');

/** Installations of this process by their folder: several programs share one. */
const begun = new Map<string, Promise<string | { readonly missing: string }>>();

/**
 * Installs once for each state of the files, in a folder of the user's cache.
 *
 * @returns the folder, or what went wrong
 */
function installed(
  name: string,
  files: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string | { readonly missing: string }> {
  const state = hash(
    'sha256',
    files
      .toSorted()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\0'),
  ).slice(0, 12);
  const folder = join(cache(), `${name}-${state}`);
  const stamp = join(folder, '.installed');
  const there =
    begun.get(folder) ??
    (async () => {
      if (existsSync(stamp)) return folder;
      try {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        await install(folder);
        writeFileSync(stamp, '');
        return folder;
      } catch (error) {
        return { missing: String(error).replaceAll(/\s+/g, ' ').slice(0, 500) };
      }
    })();
  begun.set(folder, there);
  return there;
}
