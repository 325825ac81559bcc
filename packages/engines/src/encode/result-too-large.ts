/** An answer exceeds the maximum number of bytes. */
export class ResultTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes`);
    this.name = 'ResultTooLarge';
    this.maxBytes = maxBytes;
  }
}
