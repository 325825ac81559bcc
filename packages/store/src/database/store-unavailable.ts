import { DiskFull, isDiskFull, OperatorError, Unavailable } from '@orrery/kernel';
import type { Settings } from '@orrery/config';

/** The metadata store does not answer now. What the driver said is the cause, for the log: it may name hosts. */
export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store.unavailable', 'The metadata store does not answer', { cause });
  }
}

/** For whoever runs the process and knows where the store is; any other error as it is. No driver names a password. */
export function toldToOperator(error: unknown, { dataDirectory }: Pick<Settings, 'dataDirectory'>): unknown {
  if (!(error instanceof StoreUnavailable)) return error;
  const { cause } = error;
  if (isDiskFull(cause)) return new DiskFull(dataDirectory, { cause: error });
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : String(cause);
  return new OperatorError(`The metadata store does not answer: ${reason}`, { cause: error });
}
