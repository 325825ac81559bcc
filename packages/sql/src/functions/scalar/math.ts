import { aligned, remainder, roundNumeric, scaleOf, truncNumeric } from '../duckdb/numeric.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type Row } from '../family.ts';

const number = 'float8 -> float8';
const noNumeric = {
  cannot: 'this function of numeric needs more digits than DuckDB has; cast the argument to double precision',
};

function decimalsGiven(change: (value: Rendered, decimals: number) => Rendered | CannotRender): DuckDbRendering {
  return ([value, decimals]) => {
    if (!value) return cannot('an argument is missing');
    if (decimals === undefined) return change(value, 0);
    const { constant } = decimals;
    if (constant === undefined || constant === null) return cannot('the number of decimals must be a constant');
    return change(value, Number(constant));
  };
}

const overflow = "error('value out of range: overflow')";
const outOfRange = (condition: string, text: string) =>
  `CASE WHEN ${condition} THEN error('input is out of range') ELSE ${text} END`;
const infinite = (text: string, more = '') =>
  `CASE WHEN isinf(${text}) AND isfinite($1) ${more} THEN ${overflow} ELSE ${text} END`;

/** PostgreSQL's constant: dividing by 180 differs in the last digit. */
const radiansPerDegree = "CAST('0.0174532925199432957692' AS DOUBLE)";

export const power = `CASE WHEN isnan($1) OR isnan($2) OR isinf($1) OR isinf($2) THEN power($1, $2)
 WHEN $1 = 0 AND $2 < 0 THEN error('zero raised to a negative power is undefined')
 WHEN $1 < 0 AND $2 <> floor($2) THEN error('a negative number raised to a non-integer power yields a complex result')
 WHEN isinf(power($1, $2)) THEN ${overflow}
 WHEN power($1, $2) = 0 AND $1 <> 0 THEN error('value out of range: underflow') ELSE power($1, $2) END`.replaceAll(
  '\n',
  '',
);

const rows: readonly Row[] = [
  ['abs', each('int2 int4 int8 float4 float8', '$ -> $'), 'abs($1)'],
  ['abs', 'numeric -> numeric', (args) => aligned('abs($1)', args)],
  ['sign', number, 'CASE WHEN isnan($1) THEN CAST(0 AS DOUBLE) ELSE CAST(sign($1) AS DOUBLE) END'],
  [
    'sign',
    'numeric -> numeric',
    ([value], type) => ({
      text: `CAST(sign(${value?.text}) AS DECIMAL(38,0))`,
      type,
      scale: { held: 0, isShown: true },
    }),
  ],
  ['ceil ceiling', number, 'ceil($1)'],
  ['floor', number, 'floor($1)'],
  ['ceil ceiling', 'numeric -> numeric', wholeBy('ceil')],
  ['floor', 'numeric -> numeric', wholeBy('floor')],
  ['round', number, 'round_even($1, 0)'],
  ['trunc', number, 'trunc($1)'],
  ['round', ['numeric -> numeric', 'numeric, int4 -> numeric'], decimalsGiven(roundNumeric)],
  ['trunc', ['numeric -> numeric', 'numeric, int4 -> numeric'], decimalsGiven(truncNumeric)],
  ['mod', each('int2 int4 int8', '$, $ -> $'), "CASE WHEN $2 = 0 THEN error('division by zero') ELSE $1 % $2 END"],
  ['mod', 'numeric, numeric -> numeric', (args) => remainderOf(args)],
  ['div', 'numeric, numeric -> numeric', { cannot: 'div of numeric is not rendered; use trunc of a quotient' }],
  ['power pow', 'float8, float8 -> float8', power],
  ['sqrt', number, "CASE WHEN $1 < 0 THEN error('cannot take square root of a negative number') ELSE sqrt($1) END"],
  [
    'exp',
    number,
    `CASE WHEN exp($1) = 0 AND isfinite($1) THEN error('value out of range: underflow') ELSE ${infinite('exp($1)')} END`,
  ],
  ['ln', number, 'ln($1)'],
  ['log log10', number, 'log10($1)'],
  ['power pow', 'numeric, numeric -> numeric', noNumeric],
  ['sqrt exp ln log log10', 'numeric -> numeric', noNumeric],
  ['log', 'numeric, numeric -> numeric', noNumeric],
  ['degrees', number, infinite(`$1 / ${radiansPerDegree}`)],
  ['radians', number, `$1 * ${radiansPerDegree}`],
  ['pi', ' -> float8', 'pi()'],
  ['atan', number, 'atan($1)'],
  ['atan2', 'float8, float8 -> float8', 'atan2($1, $2)'],
  ['sinh', number, 'sinh($1)'],
  ['cosh', number, 'cosh($1)'],
  ['tanh', number, 'tanh($1)'],
  ['cot', number, "CASE WHEN $1 = 0 THEN CAST('Infinity' AS DOUBLE) ELSE 1 / tan($1) END"],
  ['cbrt', number, { cannot: 'cbrt differs from PostgreSQL in the last digit' }],
  ['gcd', each('int4 int8', '$, $ -> $'), { cannot: 'gcd is not rendered' }],
  ['lcm', each('int4 int8', '$, $ -> $'), { cannot: 'lcm is not rendered' }],
  ['gcd lcm', 'numeric, numeric -> numeric', { cannot: 'gcd and lcm are not rendered' }],
  ['factorial', 'int8 -> numeric', { cannot: 'factorial is not rendered' }],
  [
    'scale min_scale',
    'numeric -> int4',
    ([value], type) =>
      value && scaleOf(value).isShown
        ? { text: `CASE WHEN ${value.text} IS NULL THEN NULL ELSE CAST(${scaleOf(value).held} AS INTEGER) END`, type }
        : cannot('the scale of this numeric depends on its value'),
  ],
  [
    'trim_scale',
    'numeric -> numeric',
    (args) => ({ ...aligned('$1', args), scale: { held: scaleOf(args[0] as Rendered).held, isShown: false } }),
  ],
  ['random', ' -> float8', 'random()', { volatility: 'volatile' }],
  [
    'width_bucket',
    [
      'float8, float8, float8, int4 -> int4',
      'numeric, numeric, numeric, int4 -> int4',
      'anycompatible, anycompatiblearray -> int4',
    ],
    { cannot: 'width_bucket is not rendered' },
  ],
];

function wholeBy(name: 'ceil' | 'floor'): DuckDbRendering {
  return ([value], type) => ({
    text: `CAST(${name}(${value?.text}) AS DECIMAL(38,0))`,
    type,
    scale: { held: 0, isShown: true },
  });
}

function remainderOf([one, other]: readonly Rendered[]): Rendered | CannotRender {
  return one && other ? remainder(one, other) : cannot('an argument is missing');
}

const finiteOnly = (name: string) => outOfRange('isinf($1)', `${name}($1)`);
const unit = (name: string) => outOfRange('$1 < -1 OR ($1 > 1 AND NOT isnan($1))', `${name}($1)`);

export const mathFunctions = family([
  ...rows,
  ...['sin', 'cos', 'tan'].map((name): Row => [name, number, finiteOnly(name)]),
  ...['asin', 'acos'].map((name): Row => [name, number, unit(name)]),
  [
    'to_hex',
    'int4 -> text',
    "lower(printf('%x', CASE WHEN $1 < 0 THEN CAST($1 AS BIGINT) + 4294967296 ELSE CAST($1 AS BIGINT) END))",
  ],
  ['to_hex', 'int8 -> text', 'lower(to_hex($1))'],
]);
