import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { failing, fits, mostDecimals } from './values.ts';

const wholes = ['int2', 'int4', 'int8'];
const pairs = wholes.flatMap((one) => wholes.map((other) => `${one}, ${other}`));
const alike = wholes.map((one) => `${one}, ${one}`);

const whole =
  (template: string): SourceRendering =>
  (args, type) => {
    const text = filled(template, args);
    return typeof text === 'string' ? fits(text, type) : text;
  };

/** The divisor of a quotient, which fails where it is 0. */
function divisor(one: Rendered, other: Rendered): string {
  if (typeof other.constant === 'string' && Number(other.constant) !== 0) return other.text;
  const isZero = `${other.text} = 0 AND ${one.text} IS NOT NULL`;
  return `(CASE WHEN ${isZero} THEN ${failing(isZero)} ELSE ${other.text} END)`;
}

const quotient =
  (sign: 'DIV' | '/' | '%'): SourceRendering =>
  ([one, other], type) => {
    if (!one || !other) return cannot('an operand is missing');
    const by = { text: divisor(one, other), type };
    const text = filled(`$1 ${sign} $2`, [one, by]);
    return typeof text === 'string' && sign !== '/' ? fits(text, type) : text;
  };

const held = (arg: Rendered | undefined) => arg?.scale?.held ?? 0;

/** Decimals of the answer, from those of the operands. PostgreSQL shows as many when it shows those of the operands. */
const decimal =
  (template: string, decimals: (...of: readonly number[]) => number): SourceRendering =>
  (args, type) => {
    const text = filled(template, args);
    if (typeof text !== 'string') return text;
    const scale = { held: decimals(...args.map(held)), isShown: args.every((arg) => arg.scale?.isShown) };
    return scale.held > mostDecimals ? cannot('the product has more decimals than MySQL keeps') : { text, type, scale };
  };

const rounded =
  (name: 'ROUND' | 'TRUNCATE'): SourceRendering =>
  ([value, digits], type) => {
    const count = digits === undefined ? 0 : Number(digits.constant ?? 'NaN');
    if (!value || !Number.isInteger(count) || count < 0 || count > mostDecimals)
      return cannot('the number of decimals must be a constant from 0 on');
    const text = `CAST(${name}(${value.text}, ${count}) AS DECIMAL(65, ${count}))`;
    return { text, type, scale: { held: count, isShown: true } };
  };

const guarded = (condition: string, template: string) =>
  `CASE WHEN ${condition} THEN ${failing(condition)} ELSE ${template} END`;
const most = (one = 0, other = 0) => Math.max(one, other);

export const mysqlNumbers: readonly SourceRow[] = [
  ['+', pairs, whole('$1 + $2')],
  ['-', pairs, whole('$1 - $2')],
  ['*', pairs, whole('$1 * $2')],
  ['/', pairs, quotient('DIV')],
  ['%', alike, quotient('%')],
  ['mod', alike, quotient('%')],
  ['+', 'float8, float8', '$1 + $2'],
  ['-', 'float8, float8', '$1 - $2'],
  ['*', 'float8, float8', '$1 * $2'],
  ['/', 'float8, float8', quotient('/')],
  ['+', 'numeric, numeric', decimal('$1 + $2', most)],
  ['-', 'numeric, numeric', decimal('$1 - $2', most)],
  ['*', 'numeric, numeric', decimal('$1 * $2', (one = 0, other = 0) => one + other)],
  ['+', [...wholes, 'float8'], '$1'],
  ['-', wholes, whole('- $1')],
  ['-', 'float8', '- $1'],
  ['+', 'numeric', decimal('$1', most)],
  ['-', 'numeric', decimal('- $1', most)],
  ['@ abs', wholes, whole('ABS($1)')],
  ['@ abs', 'float8', 'ABS($1)'],
  ['@ abs', 'numeric', decimal('ABS($1)', most)],
  ['round', 'float8', 'ROUND($1)'],
  ['trunc', 'float8', 'TRUNCATE($1, 0)'],
  ['ceil ceiling', 'float8', 'CEILING($1)'],
  ['floor', 'float8', 'FLOOR($1)'],
  ['round', ['numeric', 'numeric, int4'], rounded('ROUND')],
  ['trunc', ['numeric', 'numeric, int4'], rounded('TRUNCATE')],
  ['ceil ceiling', 'numeric', decimal('CAST(CEILING($1) AS DECIMAL(65, 0))', () => 0)],
  ['floor', 'numeric', decimal('CAST(FLOOR($1) AS DECIMAL(65, 0))', () => 0)],
  ['sign', 'float8', 'CAST(SIGN($1) AS DOUBLE)'],
  ['sqrt', 'float8', guarded('$1 < 0', 'SQRT($1)')],
  ['ln', 'float8', guarded('$1 <= 0', 'LN($1)')],
  ['exp', 'float8', 'EXP($1)'],
  ['power pow', 'float8, float8', guarded('($1 < 0 AND $2 <> FLOOR($2)) OR ($1 = 0 AND $2 < 0)', 'POW($1, $2)')],
  ['pi', '', "CAST('3.141592653589793' AS DOUBLE)"],
];
