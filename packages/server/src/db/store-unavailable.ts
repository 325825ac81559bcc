import { OperatorError } from '../config/operator-error.ts';
import { Unavailable } from '../http/errors.ts';

/** The metadata store does not answer now. What the driver said is the cause, for the log: it may name hosts. */
export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store.unavailable', 'The metadata store does not answer', { cause });
  }
}

/** For whoever runs the process and knows where the store is. No driver names a password. */
export function storeUnreachable(error: StoreUnavailable): OperatorError {
  const { cause } = error;
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : String(cause);
  return new OperatorError(`The metadata store does not answer: ${reason}`, { cause: error });
}
