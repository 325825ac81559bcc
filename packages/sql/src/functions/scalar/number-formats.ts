import { shownLiteral } from '@orrery/kernel';
import { withDecimals } from '../duckdb/numeric.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { inStages } from '../duckdb/stages.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';

/** A format of numbers as `$FM9,990.00 USD`. */
interface NumberFormat {
  readonly before: string;
  readonly after: string;
  /** Digits before the point, from the left: `9` or `0`, and `,` between them. */
  readonly whole: string;
  readonly decimals: string;
  readonly hasPoint: boolean;
  readonly isTrimmed: boolean;
}

function readFormat(written: string): NumberFormat | undefined {
  const isTrimmed = /fm/i.test(written);
  const found =
    /^((?:[^A-Za-z0-9.,"\\-]|"[^"\\]*")*)([09][09,Gg]*)(?:([.Dd])([09]*))?((?:[^A-Za-z0-9.,"\\]|"[^"\\]*")*)$/.exec(
      written.replace(/fm/i, ''),
    );
  if (!found) return undefined;
  const [, before = '', whole = '', point, decimals = '', after = ''] = found;
  const literal = (text: string) => text.replaceAll('"', '');
  return {
    before: literal(before),
    after: literal(after),
    whole: whole.replaceAll(/g/gi, ','),
    decimals,
    hasPoint: point !== undefined,
    isTrimmed,
  };
}

/** Digits before the point with zeros and group marks, and blanks where a digit is missing. */
function wholeText(whole: string): string {
  const places = whole.replaceAll(',', '');
  const zero = places.indexOf('0');
  const least = zero === -1 ? 0 : places.length - zero;
  const digits = `lpad(lpad(_q.i, CAST(greatest(length(_q.i), ${least}) AS INTEGER), '0'), ${places.length}, ' ')`;
  let at = 0;
  const pieces = whole.split(',').map((piece) => {
    const text = `substring(_q.w, ${at + 1}, ${piece.length})`;
    at += piece.length;
    return at === piece.length
      ? text
      : `CASE WHEN substring(_q.w, ${at - piece.length}, 1) IN (' ', '') THEN ' ' ELSE ',' END || ${text}`;
  });
  return inStages([{ w: digits }], pieces.join(' || '));
}

/** `to_char` of numbers: the sign stands before the first digit, digits that do not fit are `#`. */
export const numberWritten: DuckDbRendering = ([value, format], type) => {
  if (!value || typeof format?.constant !== 'string') return cannot('the format of to_char must be a constant');
  const read = readFormat(format.constant);
  if (read === undefined)
    return cannot(
      `the format ${shownLiteral(format.constant)} has a pattern that is not rendered; use FM, 9, 0, comma and point`,
    );
  const { before, after, whole, decimals, hasPoint, isTrimmed } = read;
  const places = whole.replaceAll(',', '').length;
  const isDouble = value.type.name === 'float8' || value.type.name === 'float4';
  const fixed = isDouble
    ? `printf('%.${decimals.length}f', abs(CAST(${value.text} AS DOUBLE)))`
    : exactText(value, decimals.length);
  const isLow = isDouble ? `${value.text} < 0` : `starts_with(_q.s, '-')`;
  const digits = isDouble ? '_q.s' : `ltrim(_q.s, '-')`;
  const wholeDigits = `split_part(_q.d, '.', 1)`;
  // A zero before the point is not written where only nines stand.
  const isHidden = decimals !== '' && !/0/.test(whole);
  const shownWhole = isHidden ? `CASE WHEN _q.i = '0' THEN '' ELSE _q.i END` : '_q.i';
  const lastZero = decimals.lastIndexOf('0') + 1;
  const fraction = isTrimmed ? `left(_q.f, ${lastZero}) || rtrim(substring(_q.f, ${lastZero + 1}), '0')` : '_q.f';
  const point = hasPoint ? `'.' || _q.f` : "''";
  const filled = { i: `repeat('#', ${places})`, f: `repeat('#', ${decimals.length})` };
  const isWide = `length(_q.i) > ${places}`;
  const bareZero = isTrimmed && isHidden ? `CASE WHEN _q.z AND _q.f = '' THEN '0' ELSE _q.t END` : '_q.t';
  const stages = [
    { s: fixed, x: value.text },
    { d: digits, m: isDouble ? isLow.replace(value.text, '_q.x') : isLow },
    { i: wholeDigits, f: decimals === '' ? "''" : `split_part(_q.d, '.', 2)`, m: '_q.m' },
    {
      i: `CASE WHEN ${isWide} THEN ${filled.i} ELSE _q.i END`,
      f: `CASE WHEN ${isWide} THEN ${filled.f} ELSE _q.f END`,
      m: '_q.m',
    },
    { z: `_q.i = '0'`, i: shownWhole, f: fraction, m: '_q.m' },
    { t: wholeText(whole), z: '_q.z', f: '_q.f', m: '_q.m' },
    { t: isTrimmed ? `ltrim(_q.t, ' ')` : '_q.t', z: '_q.z', f: '_q.f', m: '_q.m' },
    { t: `${bareZero} || ${point}`, m: '_q.m' },
  ];
  const signed = isTrimmed
    ? `CASE WHEN _q.m THEN '-' ELSE '' END || _q.t`
    : `lpad(CASE WHEN _q.m THEN '-' ELSE ' ' END || ltrim(_q.t, ' '), CAST(length(_q.t) + 1 AS INTEGER), ' ')`;
  const answer = `${quoted(before)} || ${signed} || ${quoted(after)}`;
  const special = isDouble
    ? `WHEN isnan($1) OR isinf($1) OR abs($1) >= 1e${Math.max(1, 15 - decimals.length)} THEN error('to_char of a double of so many digits is not rendered')`
    : '';
  const text = `CASE WHEN $1 IS NULL THEN NULL ${special} ELSE ${inStages(stages, answer)} END`;
  return { text: fillTemplate(text, [value.text]), type };
};

/** A whole number or numeric with so many decimals, as text. */
function exactText(value: Rendered, decimals: number): string {
  if (value.type.name === 'numeric') return `CAST(${withDecimals(value, decimals)} AS VARCHAR)`;
  return `CAST(${value.text} AS VARCHAR)${decimals > 0 ? ` || '.${'0'.repeat(decimals)}'` : ''}`;
}

/** `to_number`: the digits and the point of a text; signs and group marks as a format of the same length has them. */
export const numberRead: DuckDbRendering = ([value, format], type) => {
  if (!value || typeof format?.constant !== 'string') return cannot('the format of to_number must be a constant');
  const read = readFormat(format.constant);
  if (read === undefined || read.before !== '' || read.after !== '')
    return cannot(`the format ${shownLiteral(format.constant)} is not read; use FM, 9, 0, comma and point`);
  const held = read.decimals.length;
  const form = quoted(`^ *[+-]?[0-9,]{1,${read.whole.length}}(\\.[0-9]{0,${held}})? *$`);
  const failed = `error('"' || $1 || '" has not the digits of the format')`;
  const text = `CASE WHEN $1 IS NULL THEN NULL WHEN regexp_matches($1, ${form}) THEN CAST(replace(trim($1, ' '), ',', '') AS DECIMAL(38,${held})) ELSE ${failed} END`;
  return { text: fillTemplate(text, [value.text]), type, scale: { held, isShown: false } };
};
