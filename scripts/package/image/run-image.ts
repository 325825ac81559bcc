import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Image } from './build-image.ts';

/**
 * Prepares the file system of a container: the image read-only, `/tmp` in memory, what is mounted, and a few devices. `$MOUNTS` has
 * a line `FROM TO` for each folder.
 */
const prepare = `
  ip link set lo up
  mount --bind "$ROOT" "$ROOT"
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$ROOT/tmp"
  mount -t tmpfs -o nosuid,noexec,mode=755 tmpfs "$ROOT/dev"
  for device in null zero full random urandom; do
    touch "$ROOT/dev/$device"
    mount --bind "/dev/$device" "$ROOT/dev/$device"
  done
  echo "$MOUNTS" | while read -r from to; do
    [ -z "$from" ] || mount --bind "$from" "$ROOT$to"
  done
  mount -o remount,bind,ro "$ROOT"
  touch "$READY"
  exec setpriv --no-new-privs chroot --userspec="$USER_AND_GROUP" --groups= "$ROOT" \
    /usr/bin/env -i -C "$WORKDIR" "$@"`;

export interface ContainerOptions {
  /** Folders outside by their places inside. */
  readonly mounts: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** In place of the command of the image. */
  readonly command?: readonly string[];
  /** A file that does not exist yet. */
  readonly readyFile: string;
}

export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A program in a read-only image, without rights and without network. */
export class Container {
  readonly #image: Image;
  readonly #child: ChildProcess;
  readonly #environment: readonly string[];
  readonly #readyFile: string;
  readonly #ended: Promise<Finished>;

  constructor(image: Image, { mounts, environment = {}, command, readyFile }: ContainerOptions) {
    const { root, settings } = image;
    this.#image = image;
    this.#readyFile = readyFile;
    this.#environment = Object.entries({ ...settings.environment, ...environment }).map((pair) => pair.join('='));
    const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];
    const words = [...this.#environment, ...settings.entrypoint, ...(command ?? settings.command)];
    this.#child = spawn('unshare', [...namespaces, 'sh', '-euc', prepare, 'sh', ...words], {
      env: {
        PATH: process.env['PATH'],
        ROOT: root,
        READY: readyFile,
        WORKDIR: settings.workdir,
        USER_AND_GROUP: settings.user,
        MOUNTS: Object.entries(mounts)
          .map(([from, to]) => `${from} ${to}`)
          .join('\n'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = endOf(this.#child);
  }

  /** Runs a command beside the program, as its user. */
  async execute(...words: readonly string[]): Promise<Finished> {
    while (!existsSync(this.#readyFile)) {
      if (this.#child.exitCode !== null) throw new Error((await this.#ended).errors);
      await pause(20);
    }
    const [uid = '', gid = ''] = this.#image.settings.user.split(':');
    const as = ['--mount', '--pid', '--net', '--root', '--wd', `--setuid=${uid}`, `--setgid=${gid}`];
    const inside = ['nsenter', `--target=${this.#firstProcess}`, ...as, '/usr/bin/env', '-i', ...this.#environment];
    const [program = '', ...args] = [...inside, ...words];
    return promisify(execFile)(program, args).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout, errors: stderr }),
      ({ code, stdout, stderr }: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code,
        output: stdout,
        errors: stderr,
      }),
    );
  }

  /** Waits until the health check of the image succeeds. @throws Error with the log when the program ends before */
  async becomesHealthy(): Promise<void> {
    while ((await this.execute(...this.#image.settings.healthCheck)).code !== 0) {
      if (this.#child.exitCode !== null) throw new Error((await this.#ended).errors);
      await pause(200);
    }
  }

  /** Sends the stop signal of the image to the first process, as a daemon does. */
  stop(): Promise<Finished> {
    process.kill(this.#firstProcess, this.#image.settings.stopSignal as NodeJS.Signals); // as the Dockerfile says
    return this.#ended;
  }

  /** Waits until it ends by itself. */
  ends(): Promise<Finished> {
    return this.#ended;
  }

  /** Ends it at once, if it still runs. Its end alone ends what started it: the change of the user has freed it from that. */
  kill(): void {
    try {
      process.kill(this.#firstProcess, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL'); // there is no such process any more, or not yet
    }
  }

  get #firstProcess(): number {
    const { pid } = this.#child;
    const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
    if (first === 0) throw new Error('the container has no process'); // 0 would be the group of this one
    return first;
  }
}

async function endOf(child: ChildProcess): Promise<Finished> {
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}
