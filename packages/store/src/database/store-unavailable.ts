import { DiskFull, isDiskFull, OperatorError, Unavailable } from '@orrery/kernel';
import type { Settings } from '@orrery/config';

/**
 * Reports that the metadata store does not answer. The driver's error is the cause, for the log only: it may name
 * hosts.
 */
export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store.unavailable', 'The metadata store does not answer', { cause });
  }
}

/**
 * Describes where the store is, for the operator who runs the process; other errors stay unchanged. No driver names a
 * password.
 */
export function asOperatorError(error: unknown, { dataDirectory }: Pick<Settings, 'dataDirectory'>): unknown {
  if (!(error instanceof StoreUnavailable)) return error;
  const { cause } = error;
  if (isDiskFull(cause)) return new DiskFull(dataDirectory, { cause: error });
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : String(cause);
  return new OperatorError(`The metadata store does not answer: ${reason}`, { cause: error });
}
