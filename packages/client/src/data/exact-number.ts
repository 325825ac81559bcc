import { OrreryError } from '../http/index.ts';

/** Texts of numbers that are no decimals; data sources have them. */
const special = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** Makes a number of its text. @throws OrreryError when the number would be another one than the text says */
export function exactNumber(text: string, column: string): number {
  const value = special.get(text) ?? Number(text);
  if (special.has(text)) return value;
  // Most numbers are printed as they came; the others may have zeros at an end, or be written with an exponent.
  if (String(value) === text || sameDigits(text, value)) return value;
  throw new OrreryError(`${column} is ${text.slice(0, 100)}, which no number of JavaScript is: read it as text`, {
    code: 'client.inexact-number',
  });
}

function sameDigits(text: string, value: number): boolean {
  const decimal = decimalOf(text);
  return decimal !== undefined && decimal === decimalOf(String(value));
}

/** Writes a decimal in one form, `-125e-1` for `-12.50`: digits without zeros at either end, and the power of ten. */
function decimalOf(text: string): string | undefined {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  if (whole + fraction === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const shown = digits.replace(/0+$/, '');
  if (shown === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - shown.length);
  return `${sign === '-' ? '-' : ''}${shown}e${power}`;
}
