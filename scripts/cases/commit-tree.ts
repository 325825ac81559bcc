import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The files of a commit in a separate work tree, which leaves the clone unchanged, with the installed packages. */
export class CommitTree implements Disposable {
  readonly #root: string;
  readonly directory: string;

  constructor(root: string, commit: string) {
    this.#root = root;
    this.directory = join(realpathSync(mkdtempSync(join(tmpdir(), 'orrery-commit-'))), 'tree');
    this.#git('worktree', 'add', '--quiet', '--detach', this.directory, commit);
    this.#install();
  }

  [Symbol.dispose](): void {
    this.#git('worktree', 'remove', '--force', this.directory);
    rmSync(dirname(this.directory), { recursive: true, force: true });
  }

  /** Links the packages installed in the clone; the packages of the project itself are those of the commit. */
  #install(): void {
    const ours = join(this.#root, 'node_modules/@orrery');
    const installed = join(this.directory, 'node_modules');
    mkdirSync(join(installed, '@orrery'), { recursive: true });
    for (const name of readdirSync(join(this.#root, 'node_modules')).filter((one) => one !== '@orrery'))
      symlinkSync(join(this.#root, 'node_modules', name), join(installed, name), 'junction');
    for (const name of existsSync(ours) ? readdirSync(ours) : []) {
      const own = join(this.directory, 'packages', name);
      if (existsSync(own)) symlinkSync(own, join(installed, '@orrery', name), 'junction');
    }
  }

  #git(...args: readonly string[]): void {
    const { status, stderr } = spawnSync('git', args, { cwd: this.#root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.slice(0, 2).join(' ')} failed: ${stderr.trim()}`);
  }
}
