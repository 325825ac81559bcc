import { ResultsError } from '../../engine.ts';

/** Digits of a DECIMAL. */
const mostDigits = 38;
/** Digits that every BIGINT of as many has room for. */
const digitsOfBigint = 18;

/** Finds the type of DuckDB that holds exactly the numbers of a column, which arrive as texts. */
export class HeldNumbers {
  #whole = 0;
  #decimals = 0;
  /** Decimals without the zeros at the end. */
  #needed = 0;

  /** @throws ResultsError for a text that is not digits with at most one point */
  add(text: string): void {
    const point = text.indexOf('.');
    const begin = text.charCodeAt(0) === minus ? 1 : 0;
    const whole = (point === -1 ? text.length : point) - begin;
    if (whole > this.#whole) this.#whole = whole;
    if (point === -1) {
      if (whole > digitsOfBigint && !/^-?\d+$/.test(text)) refuseNumber();
      return;
    }
    const decimals = text.length - point - 1;
    if (decimals > this.#decimals) this.#decimals = decimals;
    if (decimals <= this.#needed) return;
    let end = text.length;
    while (text.charCodeAt(end - 1) === zero) end -= 1;
    this.#needed = Math.max(this.#needed, end - point - 1);
  }

  /** @throws ResultsError when no type holds all of them */
  get type(): string {
    if (this.#decimals === 0 && this.#whole <= digitsOfBigint) return 'BIGINT';
    const decimals = this.#whole + this.#decimals <= mostDigits ? this.#decimals : this.#needed;
    if (this.#whole + decimals > mostDigits) refuseNumber();
    return `DECIMAL(${mostDigits},${decimals})`;
  }
}

const minus = 45;
const zero = 48;

function refuseNumber(): never {
  throw new ResultsError('conversion', new Error(`a column has numbers of more than ${mostDigits} digits`));
}
