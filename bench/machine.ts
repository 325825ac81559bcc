import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const rounds = 9;
const roundMs = 100;

/** Returns the measured commit. Figures of different commits are comparable on machines of equal speed. */
export function measuredCommit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/results.md') !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

export function describeMachine(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() || process.arch}, Node ${process.versions.node}`;
}

/** Megabytes of JSON that one thread parses and stringifies per second, the best of several rounds. */
export function speedOfOneThread(): number {
  const text = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: `row ${id}`, share: id / 7 })));
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    let bytes = 0;
    while (performance.now() - started < roundMs) bytes += JSON.stringify(JSON.parse(text)).length;
    best = Math.max(best, bytes / 1000 / (performance.now() - started));
  }
  return best;
}
