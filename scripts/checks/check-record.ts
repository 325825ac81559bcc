import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What `npm test` checked, and with which result. */
export interface CheckRecord {
  readonly commit: string;
  /** Git's name of all files of the commit: equal trees have equal files. */
  readonly tree: string;
  /** True when the working tree had no changes and no files that git does not know, at the start and at the end. */
  readonly isClean: boolean;
  /** True when every step and every test file was asked. */
  readonly isWhole: boolean;
  readonly passed: number;
  readonly failed: number;
  /** Seconds by step. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Time of the end, in ISO 8601. */
  readonly endedAt: string;
}

export type CheckedState = Pick<CheckRecord, 'commit' | 'tree' | 'isClean'>;

/** The user's folder of records, shared by all checkouts: a run in a fresh clone counts for where it came from. */
export function recordsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'orrery', 'checks');
}

/** Returns `undefined` outside of a git checkout. */
export function checkedState(root: string): CheckedState | undefined {
  const named = git(root, 'rev-parse', 'HEAD', 'HEAD^{tree}');
  const changes = git(root, 'status', '--porcelain');
  if (named === undefined || changes === undefined) return undefined;
  const [commit = '', tree = ''] = named.split('\n');
  return { commit, tree, isClean: changes === '' };
}

/**
 * Writes a record. Only a whole run of a clean tree is filed under its tree; any other gets a name of its own.
 *
 * @returns path of the file
 */
export function writeRecord(record: CheckRecord, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const isOfTree = record.isClean && record.isWhole;
  const name = isOfTree ? record.tree : `part-${record.commit}-${record.endedAt.replace(/\W/g, '')}-${process.pid}`;
  const file = join(folder, `${name}.json`);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Maximum number of ancestors that are looked up. */
const mostAncestors = 5000;

/** Says what the last run checked that counts for the commit at HEAD. */
export function lastCheck(root: string, folder: string): { readonly text: string; readonly hasPassed: boolean } {
  const state = checkedState(root);
  if (!state) return { text: `${root} is no git checkout with a commit`, hasPassed: false };
  const records = new Map(recordsIn(folder).map((record) => [record.tree, record]));
  const own = records.get(state.tree);
  const changes = state.isClean ? '' : '; the working tree has changes that it did not see';
  if (own && own.failed === 0) {
    const text = `all of this tree passed at ${own.endedAt}: ${own.passed} in ${secondsOf(own)} s${changes}`;
    return { text, hasPassed: state.isClean };
  }
  if (own) {
    return {
      text: `${own.failed} failed of this tree at ${own.endedAt}, ${own.passed} passed${changes}`,
      hasPassed: false,
    };
  }
  const listed = git(root, 'log', `-${mostAncestors}`, '--format=%H %T') ?? '';
  const checked = listed.split('\n').flatMap((line) => {
    const [commit = '', tree = ''] = line.split(' ');
    const record = records.get(tree);
    return record ? [{ commit, record }] : [];
  });
  const newest = checked.toSorted((a, b) => b.record.endedAt.localeCompare(a.record.endedAt))[0];
  if (!newest)
    return { text: 'no whole run of this commit or of one before it is on record: npm test', hasPassed: false };
  const { commit, record } = newest;
  const differing =
    git(root, 'diff', '--name-only', commit, 'HEAD')
      ?.split('\n')
      .filter((name) => name !== '') ?? [];
  const result = record.failed === 0 ? `all ${record.passed} passed` : `${record.failed} failed`;
  return {
    text: `this tree is not checked. The newest run on record is of ${commit.slice(0, 12)} at ${record.endedAt}: ${result}; ${differing.length} files differ since${changes}`,
    hasPassed: false,
  };
}

function secondsOf({ seconds }: CheckRecord): number {
  return Math.round(Object.values(seconds).reduce((sum, value) => sum + value, 0));
}

/** Records of whole runs of clean trees. */
function recordsIn(folder: string): readonly CheckRecord[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => /^[0-9a-f]+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CheckRecord)
    .filter(({ isClean, isWhole }) => isClean && isWhole);
}

function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  return status === 0 ? stdout.trimEnd() : undefined;
}
