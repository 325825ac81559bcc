/** An error of the connection itself, with the SQLSTATE and the words that its client gets. */
export class WireFailure extends Error {
  /** SQLSTATE. */
  readonly code: string;
  readonly hint: string | undefined;
  /** Whether the connection ends with it. */
  readonly isFatal: boolean;

  constructor(code: string, message: string, { hint, isFatal = false }: { hint?: string; isFatal?: boolean } = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.isFatal = isFatal;
  }
}

/** Makes the error of a message that breaks the protocol, after which the connection goes on. */
export function protocolViolation(message: string): WireFailure {
  return new WireFailure('08P01', message);
}

/** Makes the error of bytes in which no further message can be found. */
export function brokenProtocol(message: string): WireFailure {
  return new WireFailure('08P01', message, { isFatal: true });
}
