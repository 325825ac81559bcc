import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { bound, failing, once } from './bound.ts';
import { mostDecimals } from './constants.ts';
import { fits } from './values.ts';

const wholes = ['int2', 'int4', 'int8'];
const pairs = wholes.flatMap((one) => wholes.map((other) => `${one}, ${other}`));
const alike = wholes.map((one) => `${one}, ${one}`);

/** Computes in twice the width, since whole numbers wrap in silence. */
const whole =
  (template: string): SourceRendering =>
  (args, type) => {
    const wide = type.name === 'int8' ? 'toInt128' : 'toInt64';
    const text = filled(
      template,
      args.map((arg) => ({ ...arg, text: `${wide}(${arg.text})` })),
    );
    return isCannot(text) ? text : fits(text, type);
  };

const doubleOf = (condition: string, value: string, message: string) => failing(condition, 'Float64', value, message);

const overflow = 'value out of range: overflow';
const underflow = 'value out of range: underflow';

/** PostgreSQL refuses an infinite answer of finite operands, and one that became 0. */
function double(operator: string, isLow?: string): string {
  const text = `$1 ${operator} $2`;
  const value = isLow === undefined ? text : doubleOf(`${text} = 0 AND ${isLow}`, text, underflow);
  return doubleOf(`isInfinite(${text}) AND isFinite($1) AND isFinite($2)`, value, overflow);
}

const quotient = doubleOf('$2 = 0 AND NOT isNaN($1)', double('/', '$1 <> 0 AND isFinite($2)'), 'division by zero');

const held = (arg: Rendered | undefined) => arg?.scale?.held ?? 0;

function withScale(text: string | CannotRender, type: Rendered['type'], decimals: number, isShown: boolean) {
  if (isCannot(text)) return text;
  return decimals > mostDecimals
    ? cannot('the product has more decimals than are kept in ClickHouse')
    : { text, type, scale: { held: decimals, isShown } };
}

/** Decimals of the answer, from those of the operands. PostgreSQL shows as many when it shows those of the operands. */
const decimal =
  (template: string, decimals: (...of: readonly number[]) => number): SourceRendering =>
  (args, type) => {
    const isShown = args.every((arg) => arg.scale?.isShown === true);
    return withScale(filled(template, args), type, decimals(...args.map(held)), isShown);
  };

const rounded =
  (name: 'round' | 'trunc'): SourceRendering =>
  ([value, digits], type) => {
    const count = digits === undefined ? 0 : Number(digits.constant ?? 'NaN');
    if (!value || !Number.isInteger(count) || count < 0 || count > mostDecimals)
      return cannot('the number of decimals must be a constant from 0 on');
    return withScale(`toDecimal256(${name}(${value.text}, ${count}), ${count})`, type, count, true);
  };

const most = (one = 0, other = 0) => Math.max(one, other);

export const clickhouseNumbers: readonly SourceRow[] = [
  ['+', pairs, whole('$1 + $2')],
  ['-', pairs, whole('$1 - $2')],
  ['*', pairs, whole('$1 * $2')],
  ['/', pairs, whole('intDiv($1, $2)')],
  ['% mod', alike, whole('modulo($1, $2)')],
  ['+', 'float8, float8', once(double('+'))],
  ['-', 'float8, float8', once(double('-'))],
  ['*', 'float8, float8', once(double('*', '$1 <> 0 AND $2 <> 0'))],
  ['/', 'float8, float8', once(quotient)],
  ['+', 'numeric, numeric', decimal('$1 + $2', most)],
  ['-', 'numeric, numeric', decimal('$1 - $2', most)],
  ['*', 'numeric, numeric', decimal('$1 * $2', (one = 0, other = 0) => one + other)],
  ['+', [...wholes, 'float8'], '$1'],
  ['-', wholes, whole('- $1')],
  ['-', 'float8', '- $1'],
  ['+', 'numeric', decimal('$1', most)],
  ['-', 'numeric', decimal('- $1', most)],
  ['@ abs', wholes, whole('abs($1)')],
  ['@ abs', 'float8', 'abs($1)'],
  ['@ abs', 'numeric', decimal('abs($1)', most)],
  ['round', 'float8', 'roundBankers($1)'],
  ['trunc', 'float8', 'trunc($1)'],
  ['ceil ceiling', 'float8', 'ceil($1)'],
  ['floor', 'float8', 'floor($1)'],
  ['round', ['numeric', 'numeric, int4'], rounded('round')],
  ['trunc', ['numeric', 'numeric, int4'], rounded('trunc')],
  ['ceil ceiling', 'numeric', decimal('toDecimal256(ceil($1), 0)', () => 0)],
  ['floor', 'numeric', decimal('toDecimal256(floor($1), 0)', () => 0)],
  ['sign', 'float8', once('if(isNaN($1), toFloat64(0), toFloat64(sign($1)))')],
  ['sqrt', 'float8', once(doubleOf('$1 < 0', 'sqrt($1)', 'cannot take square root of a negative number'))],
  ['pi', '', "toFloat64('3.141592653589793')"],
];

/** NaN is equal to itself and the greatest number. A constant is none. */
const byDouble: Readonly<Record<string, string>> = {
  '=': '$1 = $2 OR (isNaN($1) AND isNaN($2))',
  '<>': 'NOT ($1 = $2 OR (isNaN($1) AND isNaN($2)))',
  '<': '$1 < $2 OR (isNaN($2) AND NOT isNaN($1))',
  '<=': '$1 <= $2 OR isNaN($2)',
  '>': '$1 > $2 OR (isNaN($1) AND NOT isNaN($2))',
  '>=': '$1 >= $2 OR isNaN($1)',
};

/** Compares doubles as PostgreSQL does. */
export function comparedDoubles(operator: string, args: readonly Rendered[]): string | CannotRender {
  const [left, right] = args.map(({ text }) => /^toFloat64\('-?[\d.e+-]+'\)$/.test(text));
  const template = byDouble[operator];
  if (template === undefined) return cannot(`doubles are not compared by ${operator}`);
  if (!left && !right) return bound(template, args);
  const isGreater = operator.startsWith('>') && !left;
  const isLess = operator.startsWith('<') && operator !== '<>' && left === true && !right;
  const others = isGreater ? ' OR isNaN($1)' : isLess ? ' OR isNaN($2)' : '';
  return bound(`$1 ${operator} $2${others}`, args);
}
