import { type ByteSink, putDecimal, putDouble } from '../../value-text/index.ts';

/** Exponents from which PostgreSQL writes a number with one. */
const [doubleExponent, singleExponent] = [15, 6];
const leastExponent = -4;
/** Doubles below it are written without an exponent, if they are not small. */
const plainBelow = 1e15;

/** Writes a double as PostgreSQL does: the shortest digits that parse back to it, `1e+21`, `NaN`, `-Infinity`. */
export function putFloat8(sink: ByteSink, value: number): void {
  const size = Math.abs(value);
  if (size < plainBelow && size >= 0.0001 && putDouble(sink, value)) return;
  if (value === 0 && !Object.is(value, -0)) return putDecimal(sink, 0, 0);
  sink.putText(float8Text(value));
}

function float8Text(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return shortest(value, apartFromNeighbours(value, String(value), doubles), doubleExponent);
}

/** @param value a number of 32 bits */
export function float4Text(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return shortest(value, apartFromNeighbours(value, shortestOfSingle(value), singles), singleExponent);
}

function shortestOfSingle(value: number): string {
  for (let digits = 1; digits < singles.mostDigits; digits += 1) {
    const candidate = value.toExponential(digits - 1);
    if (Math.fround(Number(candidate)) === value) return toEven(value, candidate, digits);
    // Below a power of two the numbers are nearer to each other than above it.
    if (isPowerOfTwo(value)) {
      const next = Number(candidate) + Math.sign(value) * 10 ** (Number(candidate.split('e')[1]) - digits + 1);
      if (Math.fround(next) === value) return next.toExponential(digits - 1);
    }
  }
  return value.toExponential(singles.mostDigits - 1);
}

function isPowerOfTwo(value: number): boolean {
  view.setFloat32(0, value);
  return (view.getUint32(0) & 0x7fffff) === 0;
}

const manyZeros = '0'.repeat(30);

/** Returns the text that PostgreSQL takes of two that are as near: the one with an even digit. JavaScript takes the larger one. */
function toEven(value: number, candidate: string, digits: number): string {
  const [more = ''] = value.toExponential(digits + manyZeros.length).split('e');
  if (!more.endsWith(`5${manyZeros}`)) return candidate;
  const [mantissa = '', power = ''] = candidate.split('e');
  const last = Number(mantissa.at(-1));
  return last % 2 === 0 ? candidate : `${mantissa.slice(0, -1)}${last - 1}e${power}`;
}

interface FloatFormat {
  /** So many digits tell any two numbers apart. */
  readonly mostDigits: number;
  /** Below it, and above `most`, no short text is halfway between two numbers. */
  readonly least: number;
  readonly most: number;
  /** The next number away from zero, or towards it. */
  readonly neighbour: (size: number, step: 1 | -1) => number;
}

const view = new DataView(new ArrayBuffer(8));

const doubles: FloatFormat = {
  mostDigits: 17,
  least: 2 ** 53,
  most: 1e40,
  neighbour: (size, step) => {
    view.setFloat64(0, size);
    view.setBigUint64(0, view.getBigUint64(0) + BigInt(step));
    return view.getFloat64(0);
  },
};
const singles: FloatFormat = {
  mostDigits: 9,
  least: 2 ** 24,
  most: 1e20,
  neighbour: (size, step) => {
    view.setFloat32(0, size);
    view.setUint32(0, view.getUint32(0) + step);
    return view.getFloat32(0);
  },
};

/**
 * A text halfway between two numbers parses back by the rule for ties only. JavaScript uses such texts, and PostgreSQL
 * writes more digits, because other readers may round otherwise.
 */
function apartFromNeighbours(value: number, written: string, format: FloatFormat): string {
  const size = Math.abs(value);
  if (size < format.least || size > format.most) return written;
  const exact = BigInt(size);
  const halves = [exact + BigInt(format.neighbour(size, 1)), exact + BigInt(format.neighbour(size, -1))];
  let text = written;
  for (let digits = digitsIn(written); halves.includes(2n * wholeOf(text)) && digits < format.mostDigits; ) {
    digits += 1;
    text = value.toExponential(digits - 1);
  }
  return text;
}

function digitsIn(text: string): number {
  const [mantissa = ''] = text.replace('-', '').split('e');
  return mantissa.replace('.', '').replace(/0+$/, '').length;
}

/** The size of a number without decimals. */
function wholeOf(text: string): bigint {
  const [mantissa = '', power = '0'] = text.replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(power) - fraction.length;
  return shift >= 0 ? BigInt(whole + fraction) * 10n ** BigInt(shift) : BigInt(whole);
}

/** @param written its shortest digits, in any form that JavaScript writes @param exponent from which it has one */
function shortest(value: number, written: string, most: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const sign = value < 0 ? '-' : '';
  const [mantissa = '', power = '0'] = (sign === '' ? written : written.slice(1)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  const exponent = Number(power) + whole.length - 1 - (all.length - digits.length);
  const short = digits.replace(/0+$/, '');
  if (exponent < leastExponent || exponent >= most) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    const tail = short.length > 1 ? `.${short.slice(1)}` : '';
    return `${sign}${short.slice(0, 1)}${tail}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${short}`;
  if (short.length <= exponent + 1) return sign + short.padEnd(exponent + 1, '0');
  return `${sign}${short.slice(0, exponent + 1)}.${short.slice(exponent + 1)}`;
}
