import { OperatorError } from './operator-error.ts';

/** The disk with the data folder has no room left, or this user has no quota left. */
export class DiskFull extends OperatorError {
  constructor(directory: string, options?: ErrorOptions) {
    super(
      `The disk of the data folder '${directory}' is full: make room on it, a start takes 4 MB, ` +
        'or choose another folder with --data.',
      options,
    );
  }
}

/** Covers the writes of a start, and leaves some room to go on. */
export const leastRoomBytes = 4 * 1024 * 1024;

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}
