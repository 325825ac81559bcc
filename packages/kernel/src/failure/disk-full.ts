import { OperatorError } from './operator-error.ts';

/** No room is left where the data folder is, or none for this user. */
export class DiskFull extends OperatorError {
  constructor(directory: string, options?: ErrorOptions) {
    super(
      `The disk of the data folder '${directory}' is full: make room on it, a start takes 4 MB, ` +
        'or choose another folder with --data.',
      options,
    );
  }
}

/** What a start writes, and some room to go on. */
export const leastRoomBytes = 4 * 1024 * 1024;

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}
