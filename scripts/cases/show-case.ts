import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommitTree } from './commit-tree.ts';

const printer = 'cases/print-case.ts';

/**
 * The statements of a case in each dialect, as they are now and, where they differ, as they were at an earlier commit.
 *
 * @param since a commit; by default the one at which this branch left main
 */
export function showCase(root: string, name: string, since = mergeBase(root)): string {
  const now = print(root, name);
  if (!now.isFound) throw new Error(now.text);
  const at = since.slice(0, 12);
  using tree = new CommitTree(root, since);
  if (!existsSync(join(tree.directory, printer))) return `${now.text}\n\n${at} is too old to print a case of.`;
  const before = print(tree.directory, name);
  if (!before.isFound) return `${now.text}\n\nAt ${at}: ${before.text}`;
  if (before.text === now.text) return `${now.text}\n\nThe same at ${at}.`;
  return `Now:\n\n${now.text}\n\nAt ${at}:\n\n${before.text}`;
}

function print(directory: string, name: string): { readonly isFound: boolean; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, printer), name], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { isFound: status === 0, text: (status === 0 ? stdout : stderr).trim() };
}

function mergeBase(root: string): string {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  throw new Error('There is no main to compare with. Name a commit: --since <commit>');
}
