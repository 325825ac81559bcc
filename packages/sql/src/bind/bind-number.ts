import { shownLiteral } from '@orrery/kernel';
import type { Constant } from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';

const [mostInt4, mostInt8] = [2n ** 31n, 2n ** 63n];

/** A number as written, with a sign or without: the narrowest of int4, int8 and numeric that holds it. */
export function bindNumber(written: string, position: number): Constant {
  const digits = written.replaceAll('_', '');
  const whole = wholeOf(digits);
  if (whole === undefined) return { kind: 'constant', value: plain(digits, position), type: { name: 'numeric' } };
  const magnitude = whole < 0n ? -whole - 1n : whole;
  const name = magnitude < mostInt4 ? 'int4' : magnitude < mostInt8 ? 'int8' : 'numeric';
  return { kind: 'constant', value: whole.toString(), type: { name } };
}

function wholeOf(digits: string): bigint | undefined {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/.exec(digits) ?? [];
  if (!/^(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(rest)) return undefined;
  const magnitude = BigInt(rest);
  return sign === '-' ? -magnitude : magnitude;
}

/** Digits that any engine reads: no exponent, a digit before the point. */
function plain(digits: string, position: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(digits) ??
    refusePlan('sql.bad-number', `"${shownLiteral(digits)}" is no number`, position);
  const shift = Number(exponent);
  if (Math.abs(shift) > 1_000) refusePlan('sql.bad-number', 'value overflows numeric format', position);
  const all = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${all}` : all.padEnd(point, '0');
  const at = Math.max(point, 1);
  const [before, after] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at)];
  return `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`;
}
