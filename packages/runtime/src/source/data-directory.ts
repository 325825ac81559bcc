import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFull, isDiskFull, leastRoomBytes, OperatorError } from '@orrery/kernel';

/** Makes the data folder if it is not there; only its owner may look into it. @throws OperatorError */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The data folder '${directory}' cannot be written: ${reason}`);
  }
}

/**
 * Tells a full disk before anything else is begun, which would take its time to fail at it. What a file system says is free
 * is not what this user may write.
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
