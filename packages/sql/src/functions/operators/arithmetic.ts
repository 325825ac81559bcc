import { divide } from '../duckdb/division.ts';
import { aligned, multiply, remainder } from '../duckdb/numeric.ts';
import { isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';
import { byDoubles, power } from '../scalar/math.ts';

const wholes = [
  'int2, int2 -> int2',
  'int2, int4 -> int4',
  'int2, int8 -> int8',
  'int4, int2 -> int4',
  'int4, int4 -> int4',
  'int4, int8 -> int8',
  'int8, int2 -> int8',
  'int8, int4 -> int8',
  'int8, int8 -> int8',
];
const doubles = ['float8, float8 -> float8', 'float4, float8 -> float8', 'float8, float4 -> float8'];
const real = 'float4, float4 -> float4';

const overflow = "error('value out of range: overflow')";
const underflow = "error('value out of range: underflow')";

/** PostgreSQL refuses an infinite answer of finite operands. */
function checked(text: string, type: string, check = ''): string {
  const finite = `isfinite(CAST($1 AS ${type})) AND isfinite(CAST($2 AS ${type}))`;
  return `CASE WHEN isinf(${text}) AND ${finite} THEN ${overflow} ${check} ELSE ${text} END`;
}

function doubled(operator: '+' | '-' | '*', type: string): string {
  const text = `(CAST($1 AS ${type}) ${operator} CAST($2 AS ${type}))`;
  return checked(text, type, operator === '*' ? `WHEN ${text} = 0 AND $1 <> 0 AND $2 <> 0 THEN ${underflow}` : '');
}

function quotient(type: string): string {
  const text = `(CAST($1 AS ${type}) / CAST($2 AS ${type}))`;
  const zero = `CASE WHEN $2 = 0 AND NOT isnan(CAST($1 AS ${type})) THEN error('division by zero')`;
  const low = `WHEN ${text} = 0 AND $1 <> 0 AND NOT isinf(CAST($2 AS ${type})) THEN ${underflow}`;
  return `${zero} ${checked(text, type, low).slice('CASE '.length)}`;
}

const two =
  (make: (one: Rendered, other: Rendered) => ReturnType<typeof multiply>): DuckDbRendering =>
  ([one, other]) =>
    one && other ? make(one, other) : { cannot: 'an operand is missing' };

/**
 * Where the exact answer over a quotient may need more digits than a decimal has, it is that of doubles, with 15
 * significant digits: the quotient is rounded itself.
 */
const orByDoubles = (make: Parameters<typeof two>[0], template: string): DuckDbRendering => {
  const near = byDoubles(template);
  return (args, ...more) => {
    const [one, other] = args;
    if (!one || !other) return { cannot: 'an operand is missing' };
    const exact = make(one, other);
    const isOverQuotient = [one, other].some(({ scale }) => scale !== undefined && !scale.isShown);
    return isCannot(exact) && isOverQuotient && typeof near === 'function' ? near(args, ...more) : exact;
  };
};

const byZero = (text: string) => `CASE WHEN $2 = 0 THEN error('division by zero') ELSE ${text} END`;

const rows: readonly FunctionRow[] = [
  ['+', wholes, '$1 + $2'],
  ['-', wholes, '$1 - $2'],
  ['*', wholes, '$1 * $2'],
  ['/', wholes, byZero('$1 // $2')],
  ['%', ['int2, int2 -> int2', 'int4, int4 -> int4', 'int8, int8 -> int8'], byZero('$1 % $2')],
  ['+', doubles, doubled('+', 'DOUBLE')],
  ['-', doubles, doubled('-', 'DOUBLE')],
  ['*', doubles, doubled('*', 'DOUBLE')],
  ['/', doubles, quotient('DOUBLE')],
  ['+', real, doubled('+', 'FLOAT')],
  ['-', real, doubled('-', 'FLOAT')],
  ['*', real, doubled('*', 'FLOAT')],
  ['/', real, quotient('FLOAT')],
  ['+', 'numeric, numeric -> numeric', (args) => aligned('$1 + $2', args)],
  ['-', 'numeric, numeric -> numeric', (args) => aligned('$1 - $2', args)],
  ['*', 'numeric, numeric -> numeric', orByDoubles(multiply, '$1 * $2')],
  ['/', 'numeric, numeric -> numeric', orByDoubles(divide, byZero('$1 / $2'))],
  ['%', 'numeric, numeric -> numeric', two(remainder)],
  ['+', each('int2 int4 int8 float4 float8', '$ -> $'), '$1'],
  ['-', each('int2 int4 int8 float4 float8', '$ -> $'), '- $1'],
  ['+', 'numeric -> numeric', (args) => aligned('$1', args)],
  ['-', 'numeric -> numeric', (args) => aligned('- $1', args)],
  ['@', each('int2 int4 int8 float4 float8', '$ -> $'), 'abs($1)'],
  ['@', 'numeric -> numeric', (args) => aligned('abs($1)', args)],
  ['^', 'float8, float8 -> float8', power],
  ['^', 'numeric, numeric -> numeric', byDoubles(power)],
  ['|/ ||/', 'float8 -> float8', { cannot: 'use sqrt or cbrt' }],
  ['&', each('int2 int4 int8', '$, $ -> $'), '$1 & $2'],
  ['|', each('int2 int4 int8', '$, $ -> $'), '$1 | $2'],
  ['#', each('int2 int4 int8', '$, $ -> $'), 'xor($1, $2)'],
  ['~', each('int2 int4 int8', '$ -> $'), '~ $1'],
  ['<<', 'int2, int4 -> int2', shiftedLeft(16, 'SMALLINT')],
  ['<<', 'int4, int4 -> int4', shiftedLeft(32, 'INTEGER')],
  ['<<', 'int8, int4 -> int8', shiftedLeft(64, 'BIGINT')],
  ['>>', 'int2, int4 -> int2', 'CAST(CAST($1 AS INTEGER) >> ($2 & 31) AS SMALLINT)'],
  ['>>', 'int4, int4 -> int4', '$1 >> ($2 & 31)'],
  ['>>', 'int8, int4 -> int8', '$1 >> ($2 & 63)'],
];

/** Bits that leave the type are lost, where DuckDB ends in an error; the distance counts modulo the width, at least 32. */
function shiftedLeft(bits: number, type: string): string {
  const [all, half] = [2n ** BigInt(bits), 2n ** BigInt(bits - 1)];
  const moved = `CAST($1 AS HUGEINT) * (CAST(1 AS HUGEINT) << ($2 & ${Math.max(bits, 32) - 1}))`;
  return `CAST(((${moved} + ${half}) % ${all} + ${all}) % ${all} - ${half} AS ${type})`;
}

export const arithmeticOperators = family(rows);
