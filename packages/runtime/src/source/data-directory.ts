import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFull, isDiskFull, leastRoomBytes, OperatorError } from '@orrery/kernel';

/**
 * Creates the data folder if it is missing. Only its owner can read it, and Git leaves it out: it holds the master key.
 *
 * @throws OperatorError
 */
export function makeDataDirectory(directory: string): void {
  try {
    const isNew = mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined;
    if (isNew) writeFileSync(join(directory, '.gitignore'), '*\n', { mode: 0o600 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The data folder '${directory}' cannot be written: ${reason}. Name another one with --data or ORRERY_DATA.`,
    );
  }
}

/**
 * Detects a full disk before slower steps fail because of it. Writes a file, because the free space a file system
 * reports may not be available to this user.
 *
 * @throws OperatorError
 */
export function requireRoom(directory: string): void {
  makeDataDirectory(directory);
  const file = join(directory, '.room');
  try {
    writeFileSync(file, new Uint8Array(leastRoomBytes), { mode: 0o600, flush: true });
  } catch (error) {
    throw isDiskFull(error) ? new DiskFull(directory, { cause: error }) : error;
  } finally {
    rmSync(file, { force: true });
  }
}
