/** Threads left for file access, DNS, compression and connections while all statements run. */
const OTHER_WORK = 8;

/**
 * Minimum `UV_THREADPOOL_SIZE` for a process whose engines run at most `statements` statements at a time: each occupies
 * a thread of that pool while DuckDB works. Set it in the environment before anything has used the pool; later changes
 * have no effect.
 */
export function threadPoolSize(statements: number): number {
  return statements + OTHER_WORK;
}
