import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder for all processes that use a data folder. */
const folder = 'temporary';
/** Process id and start, in epoch milliseconds: ids are reused, and equal in every container. */
const ownedName = /^(\d+)-(\d+)$/;

/** Folder for temporary files of this process's engines; created when needed. */
export function temporaryDirectory(dataDirectory: string): string {
  return join(dataDirectory, folder, `${process.pid}-${Math.floor(performance.timeOrigin)}`);
}

/** Removes it when nothing of this process is open any more. */
export function removeTemporaryDirectory(dataDirectory: string): Promise<void> {
  return rm(temporaryDirectory(dataDirectory), { recursive: true, force: true });
}

/** Removes files of processes that ended without cleaning up: killed, out of memory, power failure. */
export async function removeLeftovers(dataDirectory: string): Promise<void> {
  const names = await readdir(join(dataDirectory, folder)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const left = names.filter((name) => isLeft(ownedName.exec(name)));
  await Promise.all(left.map((name) => rm(join(dataDirectory, folder, name), { recursive: true, force: true })));
}

function isLeft(name: RegExpExecArray | null): boolean {
  if (!name) return false;
  const [pid, startedAt] = [Number(name[1]), Number(name[2])];
  // A thread of this process begins later than the process.
  return pid === process.pid ? startedAt < Math.floor(performance.timeOrigin) : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
