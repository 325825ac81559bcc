import { doubleToNumeric } from '../duckdb/double-to-numeric.ts';
import { fillTemplate } from '../duckdb/template.ts';
import {
  aligned,
  numericOf,
  remainder,
  roundNumeric,
  scaleOf,
  truncNumeric,
  unscaled,
  withDecimals,
} from '../duckdb/numeric.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import type { SqlType } from '../../types/index.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';

const number = 'float8 -> float8';

/** Roots, powers and logarithms of numerics: 15 significant digits of what doubles give. */
export function byDoubles(template: string): DuckDbRendering {
  return (args) => {
    const doubles = args.map(({ text }) => `CAST(${text} AS DOUBLE)`);
    return doubleToNumeric({ text: `(${fillTemplate(template, doubles)})`, type: { name: 'float8' } });
  };
}

const root = "CASE WHEN $1 < 0 THEN error('cannot take square root of a negative number') ELSE sqrt($1) END";

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

/** The bucket of a double, which is never the one above the last for a value below the bound. */
const bucket = `CASE WHEN $4 <= 0 THEN error('count must be greater than zero')
 WHEN NOT isfinite($2) OR NOT isfinite($3) OR isnan($1) THEN error('operand, lower bound, and upper bound cannot be NaN or infinite')
 WHEN $2 = $3 THEN error('lower bound cannot equal upper bound')
 WHEN $2 < $3 AND $1 < $2 OR $2 > $3 AND $1 > $2 THEN 0 WHEN $2 < $3 AND $1 >= $3 OR $2 > $3 AND $1 <= $3 THEN $4 + 1
 ELSE least(CAST(trunc($4 * (($1 - $2) / ($3 - $2))) AS INTEGER), $4 - 1) + 1 END`.replaceAll('\n', '');

const rows: readonly FunctionRow[] = [
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
  ['div', 'numeric, numeric -> numeric', (args) => wholeQuotient(args)],
  ['power pow', 'float8, float8 -> float8', power],
  ['sqrt', number, root],
  [
    'exp',
    number,
    `CASE WHEN exp($1) = 0 AND isfinite($1) THEN error('value out of range: underflow') ELSE ${infinite('exp($1)')} END`,
  ],
  ['ln', number, 'ln($1)'],
  ['log log10', number, 'log10($1)'],
  ['power pow', 'numeric, numeric -> numeric', byDoubles(power)],
  ['sqrt', 'numeric -> numeric', byDoubles(root)],
  ['exp', 'numeric -> numeric', byDoubles('exp($1)')],
  ['ln', 'numeric -> numeric', byDoubles('ln($1)')],
  ['log log10', 'numeric -> numeric', byDoubles('log10($1)')],
  [
    'log',
    'numeric, numeric -> numeric',
    byDoubles("CASE WHEN ln($1) = 0 THEN error('division by zero') ELSE ln($2) / ln($1) END"),
  ],
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
  ['gcd', 'int4, int4 -> int4', 'CAST(gcd(CAST($1 AS BIGINT), CAST($2 AS BIGINT)) AS INTEGER)'],
  ['gcd', 'int8, int8 -> int8', 'CAST(gcd(CAST($1 AS HUGEINT), CAST($2 AS HUGEINT)) AS BIGINT)'],
  ['lcm', 'int4, int4 -> int4', 'CAST(lcm(CAST($1 AS BIGINT), CAST($2 AS BIGINT)) AS INTEGER)'],
  ['lcm', 'int8, int8 -> int8', 'CAST(lcm(CAST($1 AS HUGEINT), CAST($2 AS HUGEINT)) AS BIGINT)'],
  ['gcd lcm', 'numeric, numeric -> numeric', { cannot: 'gcd and lcm are not rendered' }],
  [
    'factorial',
    'int8 -> numeric',
    ([value], type) => ({
      text: `CAST(CASE WHEN ${value?.text} < 0 THEN error('factorial of a negative number is undefined') WHEN ${value?.text} > 33 THEN error('a factorial has at most 38 digits here') ELSE factorial(CAST(${value?.text} AS INTEGER)) END AS DECIMAL(38,0))`,
      type,
      scale: { held: 0, isShown: true },
    }),
  ],
  [
    'scale',
    'numeric -> int4',
    ([value], type) =>
      value && scaleOf(value).isShown
        ? { text: `CASE WHEN ${value.text} IS NULL THEN NULL ELSE CAST(${scaleOf(value).held} AS INTEGER) END`, type }
        : cannot('the scale of this numeric depends on its value'),
  ],
  [
    'min_scale',
    'numeric -> int4',
    "CASE WHEN $1 IS NULL THEN NULL ELSE CAST(length(rtrim(split_part(CAST($1 AS VARCHAR), '.', 2), '0')) AS INTEGER) END",
  ],
  [
    'trim_scale',
    'numeric -> numeric',
    (args) => ({ ...aligned('$1', args), scale: { held: scaleOf(args[0] as Rendered).held, isShown: false } }),
  ],
  ['random', ' -> float8', 'random()', { volatility: 'volatile' }],
  [
    'width_bucket',
    ['anycompatible, anycompatiblearray -> int4'],
    { cannot: 'width_bucket over an array is not rendered' },
  ],
  ['width_bucket', 'numeric, numeric, numeric, int4 -> int4', (args, type) => bucketOf(args, type)],
  ['width_bucket', 'float8, float8, float8, int4 -> int4', bucket],
];

function wholeBy(name: 'ceil' | 'floor'): DuckDbRendering {
  return ([value], type) => ({
    text: `CAST(${name}(${value?.text}) AS DECIMAL(38,0))`,
    type,
    scale: { held: 0, isShown: true },
  });
}

/** Numerics as whole numbers of the smallest decimal of any. */
function wholeDigits(args: readonly Rendered[]): readonly string[] {
  const held = Math.max(...args.map((arg) => scaleOf(arg).held));
  return args.map((arg) => unscaled(numericOf(withDecimals(arg, held), { held, isShown: false })));
}

function wholeQuotient(args: readonly Rendered[]): Rendered {
  const body = "CASE WHEN $2 = 0 THEN error('division by zero') ELSE CAST($1 // $2 AS DECIMAL(38,0)) END";
  return numericOf(`(${fillTemplate(body, wholeDigits(args))})`, { held: 0, isShown: true });
}

/** Buckets of one width, below and above which are one more each. The bounds may fall. */
function bucketOf(args: readonly Rendered[], type: SqlType): Rendered {
  const body =
    `CASE WHEN $1 IS NULL OR $2 IS NULL OR $3 IS NULL OR $4 IS NULL THEN NULL WHEN $4 <= 0 THEN error('count must be greater than zero') WHEN $2 = $3 THEN error('lower bound cannot equal upper bound')
 WHEN $2 < $3 AND $1 < $2 OR $2 > $3 AND $1 > $2 THEN 0 WHEN $2 < $3 AND $1 >= $3 OR $2 > $3 AND $1 <= $3 THEN $4 + 1
 ELSE CAST((($1 - $2) * $4) // ($3 - $2) AS INTEGER) + 1 END`.replaceAll('\n', '');
  return { text: `(${fillTemplate(body, [...wholeDigits(args.slice(0, 3)), args[3]?.text ?? 'NULL'])})`, type };
}

function remainderOf([one, other]: readonly Rendered[]): Rendered | CannotRender {
  return one && other ? remainder(one, other) : cannot('an argument is missing');
}

const finiteOnly = (name: string) => outOfRange('isinf($1)', `${name}($1)`);
const unit = (name: string) => outOfRange('$1 < -1 OR ($1 > 1 AND NOT isnan($1))', `${name}($1)`);

export const mathFunctions = family([
  ...rows,
  ...['sin', 'cos', 'tan'].map((name): FunctionRow => [name, number, finiteOnly(name)]),
  ...['asin', 'acos'].map((name): FunctionRow => [name, number, unit(name)]),
  [
    'to_hex',
    'int4 -> text',
    "lower(printf('%x', CASE WHEN $1 < 0 THEN CAST($1 AS BIGINT) + 4294967296 ELSE CAST($1 AS BIGINT) END))",
  ],
  ['to_hex', 'int8 -> text', 'lower(to_hex($1))'],
]);
