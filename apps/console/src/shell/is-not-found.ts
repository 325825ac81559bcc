import { OrreryError } from '@orrery/client';

/** Whether what was asked for is not there, or not for this person. */
export function isNotFound(error: unknown): boolean {
  return error instanceof OrreryError && error.status === 404;
}
