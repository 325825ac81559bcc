/** A question that cannot be answered, by the code of the problem. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A question the rules leave open; it proves nothing. */
export class Unsettled extends Error {}
