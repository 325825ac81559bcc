/** A question that cannot be answered, by the codes of its problems: a planner may tell any of them first. */
export class Refused extends Error {
  readonly codes: readonly [string, ...string[]];
  constructor(...codes: readonly [string, ...string[]]) {
    super(codes.join(', '));
    this.codes = codes;
  }
}

/** A question the rules leave open; it proves nothing. */
export class Unsettled extends Error {}
