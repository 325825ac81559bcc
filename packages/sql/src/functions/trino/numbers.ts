import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { product, reshaped, sameDecimal, sum } from './decimals.ts';
import { computed, failing, once } from './once.ts';
import { roundedHalf } from './values.ts';

const wholes = ['int2', 'int4', 'int8'];
const pairs = wholes.flatMap((one) => wholes.map((other) => `${one}, ${other}`));
const alike = wholes.map((one) => `${one}, ${one}`);

const byZero = failing('division by zero');
const overflow = failing('value out of range: overflow');
const underflow = failing('value out of range: underflow');

/** Refuses an infinite answer of finite operands, as PostgreSQL does. */
function checked(text: string, tests = ''): SourceRendering {
  const infinite = `is_infinite(${text}) AND is_finite($1) AND is_finite($2)`;
  return computed(`CASE ${tests} WHEN ${infinite} THEN ${overflow} ELSE ${text} END`);
}

const rounded =
  (change: (text: string, decimals: number) => string): SourceRendering =>
  ([value, digits]) => {
    const decimals = digits === undefined ? 0 : Number(digits.constant ?? 'NaN');
    if (!value || !Number.isInteger(decimals) || decimals < 0 || decimals > 37)
      return cannot('the number of decimals must be a constant from 0 on');
    return reshaped(change(value.text, decimals), value, decimals);
  };

const changed =
  (template: string): SourceRendering =>
  ([value]) =>
    value ? sameDecimal(template.replace('$1', value.text), value) : cannot('an argument is missing');

/** NaN equals itself and is greater than all other numbers. No constant is NaN, so that tests of constants are short. */
const comparisons = [
  ['=', '$1 = $2 OR is_nan($1) AND is_nan($2)', '$1 = $2', '$1 = $2'],
  ['<>', '$1 <> $2 AND NOT (is_nan($1) AND is_nan($2))', '$1 <> $2', '$1 <> $2'],
  ['<', '$1 < $2 OR is_nan($2) AND NOT is_nan($1)', '$1 < $2', 'NOT $1 >= $2'],
  ['<=', '$1 <= $2 OR is_nan($2) AND $1 IS NOT NULL', '$1 <= $2', 'NOT $1 > $2'],
  ['>', '$1 > $2 OR is_nan($1) AND NOT is_nan($2)', 'NOT $1 <= $2', '$1 > $2'],
  ['>=', '$1 >= $2 OR is_nan($1) AND $2 IS NOT NULL', 'NOT $1 < $2', '$1 >= $2'],
].map(([operator = '', ofValues = '', withConstant = '', ofConstant = '']): SourceRow => {
  const isNumber = (value: Rendered | undefined) => typeof value?.constant === 'string';
  const compared: SourceRendering = (args) => {
    if (isNumber(args[1])) return filled(withConstant, args);
    return isNumber(args[0]) ? filled(ofConstant, args) : once(ofValues, args);
  };
  return [operator, 'float8, float8', compared];
});

export const trinoNumbers: readonly SourceRow[] = [
  ...comparisons,
  ['+', pairs, '$1 + $2'],
  ['-', pairs, '$1 - $2'],
  ['*', pairs, '$1 * $2'],
  ['/', pairs, '$1 / $2'],
  ['%', alike, '$1 % $2'],
  ['mod', alike, '$1 % $2'],
  ['+', 'float8, float8', checked('$1 + $2')],
  ['-', 'float8, float8', checked('$1 - $2')],
  ['*', 'float8, float8', checked('$1 * $2', `WHEN $1 * $2 = 0 AND $1 <> 0 AND $2 <> 0 THEN ${underflow}`)],
  [
    '/',
    'float8, float8',
    checked(
      '$1 / $2',
      `WHEN $2 = 0 AND NOT is_nan($1) THEN ${byZero} WHEN $1 / $2 = 0 AND $1 <> 0 AND is_finite($2) THEN ${underflow}`,
    ),
  ],
  ['+', 'numeric, numeric', (args, type) => sum('+', args, type)],
  ['-', 'numeric, numeric', (args, type) => sum('-', args, type)],
  ['*', 'numeric, numeric', product],
  ['+', [...wholes, 'float8'], '$1'],
  ['-', [...wholes, 'float8'], '- $1'],
  ['@ abs', [...wholes, 'float8'], 'abs($1)'],
  ['+', 'numeric', changed('$1')],
  ['-', 'numeric', changed('- $1')],
  ['@ abs', 'numeric', changed('abs($1)')],
  ['round', 'float8', computed(roundedHalf)],
  ['trunc', 'float8', 'truncate($1)'],
  ['ceil ceiling', 'float8', 'ceiling($1)'],
  ['floor', 'float8', 'floor($1)'],
  ['round', ['numeric', 'numeric, int4'], rounded((text) => text)],
  ['trunc', ['numeric', 'numeric, int4'], rounded((text, decimals) => `truncate(${text}, ${decimals})`)],
  ['ceil ceiling', 'numeric', rounded((text) => `ceiling(${text})`)],
  ['floor', 'numeric', rounded((text) => `floor(${text})`)],
  ['sign', 'float8', computed('CASE WHEN is_nan($1) THEN 0e0 ELSE sign($1) END')],
  [
    'sqrt',
    'float8',
    computed(`CASE WHEN $1 < 0 THEN ${failing('cannot take square root of a negative number')} ELSE sqrt($1) END`),
  ],
  ['ln log log10 exp', 'float8', cannot("logarithms and exponentials differ from PostgreSQL's in the last digit")],
  ['power pow ^', 'float8, float8', cannot("powers differ from PostgreSQL's in the last digit")],
  ['pi', '', 'pi()'],
];
