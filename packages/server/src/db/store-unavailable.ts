import { Unavailable } from '../http/errors.ts';

/** The metadata store does not answer now. What the driver said is the cause, for the log: it may name hosts. */
export class StoreUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('store.unavailable', 'The metadata store does not answer', { cause });
  }
}
