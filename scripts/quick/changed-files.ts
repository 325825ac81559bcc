import { spawnSync } from 'node:child_process';

/** Lists files that differ from the point where this branch left main, committed or not, as paths from the root. */
export function changedFiles(root: string): readonly string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = git('merge-base', 'HEAD', 'main').stdout.trim() || 'HEAD';
  const listed = [
    git('diff', '--name-only', '--diff-filter=d', base),
    git('ls-files', '--others', '--exclude-standard'),
  ].map(({ status, stdout, stderr }) => {
    if (status !== 0) throw new Error(`git cannot say what has changed: ${stderr}`);
    return stdout.split('\n').filter((name) => name !== '');
  });
  return [...new Set(listed.flat())].toSorted();
}
