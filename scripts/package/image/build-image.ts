import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ImageSettings, type Instruction, instructionsOf, settingsAfter } from './read-dockerfile.ts';
import { ignoredBy } from './read-dockerignore.ts';

/** Images of Debian by the name that `debootstrap` knows. */
const suites: Readonly<Record<string, string>> = { 12: 'bookworm', 13: 'trixie' };

/** Folders that Debian leaves out of the image `slim`. */
const notSlim = ['usr/share/doc', 'usr/share/man', 'usr/share/info', 'usr/share/locale', 'usr/share/lintian'];

export interface Image {
  /** Folder of its files. */
  readonly root: string;
  readonly settings: ImageSettings;
}

/**
 * Carries out the steps of a Dockerfile in a folder, as root and without a daemon: the base by `debootstrap`, `RUN` in namespaces of
 * its own.
 *
 * @param context folder with the Dockerfile @param root folder that does not exist yet
 */
export function buildImage(context: string, root: string): Image {
  let settings: ImageSettings | undefined;
  for (const instruction of instructionsOf(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    settings = settingsAfter(settings, instruction);
    carryOut(instruction, { settings, context, root });
  }
  if (!settings) throw new Error('the Dockerfile has no instructions');
  return { root, settings };
}

interface Place {
  readonly settings: ImageSettings;
  readonly context: string;
  readonly root: string;
}

function carryOut({ name, text }: Instruction, { settings, context, root }: Place): void {
  switch (name) {
    case 'FROM':
      return makeBase(text, root);
    case 'WORKDIR':
      return void mkdirSync(join(root, text), { recursive: true });
    case 'COPY':
      return copy(text, context, root);
    case 'RUN':
      return run(text, settings, root);
    default:
  }
}

function makeBase(image: string, root: string): void {
  const [, version = ''] = /^debian:(\d+)\.\d+-slim$/.exec(image) ?? [];
  const suite = suites[version];
  if (suite === undefined) throw new Error(`${image} is not made here`);
  execFileSync('debootstrap', ['--variant=minbase', suite, root], { stdio: ['ignore', 'ignore', 'inherit'] });
  const unused = [...notSlim, 'var/lib/apt/lists', 'var/cache/apt', 'etc/resolv.conf', 'etc/hostname'];
  execFileSync('rm', ['-rf', ...unused.map((each) => join(root, each))]);
}

/** Copies a folder of the context, without what `.dockerignore` names. */
function copy(text: string, context: string, root: string): void {
  const [from = '', to = '', ...others] = text.split(' ');
  if (to === '' || others.length > 0 || from.startsWith('-')) throw new Error(`COPY ${text} is not read here`);
  const file = join(context, '.dockerignore');
  const isIgnored = ignoredBy(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const source = join(context, from);
  cpSync(source, join(root, to), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => each === source || !isIgnored(relative(context, each)),
  });
}

/** Runs a line of a shell in the image, without network. */
function run(text: string, { environment, workdir, user }: ImageSettings, root: string): void {
  if (user !== '0:0') throw new Error('RUN behind USER is not read here');
  const script = `mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" &&
    exec chroot "$ROOT" /usr/bin/env -i "$@"`;
  const variables = Object.entries({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment });
  const words = [
    ...variables.map(([name, value]) => `${name}=${value}`),
    '/bin/sh',
    '-c',
    `cd '${workdir}' && ${text}`,
  ];
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];
  execFileSync('unshare', [...namespaces, 'sh', '-c', script, 'sh', ...words], {
    env: { PATH: process.env['PATH'], ROOT: root },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
