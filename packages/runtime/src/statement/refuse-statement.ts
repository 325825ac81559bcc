import type { RefusalKind } from '@orrery/sql';
import { RequestError } from '@orrery/kernel';

/** A statement is refused; the message begins with its kind. */
export class StatementInvalid extends RequestError {
  readonly status = 400;

  constructor(kind: RefusalKind, code: string, message: string) {
    super(code, `${kind}: ${message}`);
  }
}
