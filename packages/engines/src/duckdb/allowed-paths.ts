import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folders of `allow` as absolute paths, each also by its real path when a link leads there. Links inside the
 * folders need no care: DuckDB compares the real path of every file it opens (shown in `sandbox.test.ts`).
 */
export function allowedDirectories(projectDirectory: string, allow: readonly string[]): readonly string[] {
  return [...new Set(allow.flatMap((folder) => withRealPath(resolve(projectDirectory, folder))))];
}

/** The database file and its write-ahead log, which DuckDB reads when the writer of the file crashed. */
export function databasePaths(database: string): readonly string[] {
  return withRealPath(database).flatMap((path) => [path, `${path}.wal`]);
}

function withRealPath(path: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [path] : [path, real];
  } catch {
    return [path]; // may appear later
  }
}
