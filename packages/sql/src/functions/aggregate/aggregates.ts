import { shownLiteral } from '@orrery/kernel';
import { divide, meanOf } from '../duckdb/division.ts';
import { aligned, decimal, multiply, numericOf, scaleOf } from '../duckdb/numeric.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { doubleToNumeric } from '../duckdb/double-to-numeric.ts';
import { fieldsOf, intervalOf, scaledInterval } from '../duckdb/interval.ts';
import type { CallForm, DuckDbRendering, WriteCall } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';

const wholes = 'int2 int4 int8';

function wholeNumeric(text: string): Rendered {
  return numericOf(`CAST(${text} AS ${decimal(0)})`, { held: 0, isShown: true });
}

/** Sum and count of one argument as numerics. */
function sumOf(value: Rendered, call: WriteCall): Rendered {
  if (value.scale === undefined) return wholeNumeric(call('sum', [value.text]));
  return numericOf(`CAST(${call('sum', [value.text])} AS ${decimal(value.scale.held)})`, value.scale);
}

const sum: DuckDbRendering = ([value], _type, _session, call) =>
  value ? sumOf(value, call) : cannot('an argument is missing');

const average: DuckDbRendering = ([value], _type, _session, call) =>
  value
    ? meanOf(sumOf(value, call), wholeNumeric(call('count', [value.text])), value.type)
    : cannot('an argument is missing');

/** An infinite sum of finite numbers is an error in PostgreSQL. */
const sumOfDoubles: DuckDbRendering = ([value], type, _session, call) => {
  const { text = 'NULL' } = value ?? {};
  const total = call('sum', [text]);
  const anyInfinite = call('bool_or', [`NOT isfinite(${text})`]);
  return {
    text: `(CASE WHEN NOT isfinite(${total}) AND NOT ${anyInfinite} THEN error('value out of range: overflow') ELSE ${total} END)`,
    type,
  };
};

/** Variance by PostgreSQL's formula over exact numerics: (n * sum of squares - square of the sum) / (n * (n - 1)). */
function variance(isSample: boolean, isRoot = false): DuckDbRendering {
  return ([value], _type, _session, call, { isDistinct }) => {
    if (!value) return cannot('an argument is missing');
    // Squares of different values may be equal.
    if (isDistinct) return cannot('variances of DISTINCT values are not rendered; select the values before');
    const count = wholeNumeric(call('count', [value.text]));
    const exact = numericOf(`CAST(${value.text} AS ${decimal(scaleOf(value).held)})`, scaleOf(value));
    const square = multiply(exact, exact);
    if (isCannot(square)) return square;
    const [total, squares] = [sumOf(exact, call), sumOf(square, call)];
    const [first, second] = [multiply(count, squares), multiply(total, total)];
    if (isCannot(first)) return first;
    if (isCannot(second)) return second;
    const rows = wholeNumeric(`(${count.text} * (${count.text} - ${isSample ? 1 : 0}))`);
    const spread = aligned('$1 - $2', [first, second]);
    const quotient = isRoot ? rootOf(spread, rows) : divide(spread, rows);
    if (isCannot(quotient)) return quotient;
    const guard = (text: string) => `(CASE WHEN ${count.text} <= ${isSample ? 1 : 0} THEN NULL ELSE ${text} END)`;
    const { rounded } = quotient;
    return {
      ...quotient,
      text: guard(quotient.text),
      ...(rounded ? { rounded: (decimals: number) => guard(rounded(decimals)) } : {}),
    };
  };
}

/** A deviation has 15 significant digits, as a double shows them. */
function rootOf(spread: Rendered, rows: Rendered): Rendered {
  const text = `sqrt(CAST(${spread.text} AS DOUBLE) / CAST(${rows.text} AS DOUBLE))`;
  // Without rows to divide by, the answer is NULL before this is asked.
  return doubleToNumeric({ text: `(CASE WHEN ${rows.text} > 0 THEN ${text} END)`, type: { name: 'float8' } });
}

/** DuckDB counts a negative fraction from the greatest value. */
function fractionOf(fraction: number, { isDescending }: CallForm): string {
  if (!isDescending) return String(fraction);
  return fraction === 0 ? '1' : String(-fraction);
}

const ordered: DuckDbRendering = ([share, value], type, _session, call, form) => {
  if (!share || !value) return cannot('an argument is missing');
  if (share.constant === undefined) return cannot('the fraction of a percentile must be a constant');
  const fraction = Number(share.constant);
  if (!(fraction >= 0 && fraction <= 1))
    return cannot(`percentile value ${shownLiteral(share.constant)} is not between 0 and 1`);
  return { text: call('quantile_cont', [value.text, fractionOf(fraction, form)]), type };
};

const discrete: DuckDbRendering = ([share, value], type, _session, call, form) => {
  if (!share || !value) return cannot('an argument is missing');
  const fraction = Number(share.constant);
  if (share.constant === undefined || !(fraction >= 0 && fraction <= 1))
    return cannot('the fraction of a percentile must be a constant between 0 and 1');
  return {
    text: call('quantile_disc', [value.text, fractionOf(fraction, form)]),
    type,
    ...(value.scale ? { scale: value.scale } : {}),
  };
};

function kept(name: string): DuckDbRendering {
  return ([value], type, _session, call): Rendered | CannotRender =>
    value
      ? { text: call(name, [value.text]), type, ...(value.scale ? { scale: value.scale } : {}) }
      : cannot('an argument is missing');
}

const joined: DuckDbRendering = ([value, separator], type, _session, call) => {
  if (!value || separator?.constant === undefined) return cannot('the separator of string_agg must be a constant');
  return { text: call('string_agg', [value.text, separator.constant === null ? "''" : separator.text]), type };
};

/** Without spread there is no correlation: NULL in PostgreSQL, NaN in DuckDB. */
const correlation: DuckDbRendering = ([one, other], type, _session, call) => {
  const found = call('corr', [one?.text ?? '', other?.text ?? '']);
  const anyNaN = call('bool_or', [`isnan(${one?.text}) OR isnan(${other?.text})`]);
  return { text: `(CASE WHEN isnan(${found}) AND NOT ${anyNaN} THEN NULL ELSE ${found} END)`, type };
};

/** Takes the first in the order of several most frequent values. A histogram is sorted by its keys. */
const mostFrequent: DuckDbRendering = ([value], type, _session, call, { isDescending }) => {
  if (!value) return cannot('an argument is missing');
  const [keys, counts] = ['map_keys(_h)', 'map_values(_h)'].map((list) =>
    isDescending ? `list_reverse(${list})` : list,
  );
  const text = `list_transform([${call('histogram', [value.text])}], lambda _h: list_extract(${keys}, list_position(${counts}, list_max(${counts}))))[1]`;
  return { text: `(${text})`, type, ...(value.scale ? { scale: value.scale } : {}) };
};

/** Months, days and time are added apart from each other. */
function intervals(isAverage: boolean): DuckDbRendering {
  return ([value], type, _session, call, { isDistinct }) => {
    if (!value) return cannot('an argument is missing');
    if (isDistinct) return cannot('sums of DISTINCT intervals are not rendered');
    const { months, days, time } = fieldsOf(value.text);
    const sums = { months: call('sum', [months]), days: call('sum', [days]), time: call('sum', [time]) };
    const text = isAverage
      ? scaledInterval(sums, '/', `nullif(${call('count', [value.text])}, 0)`)
      : intervalOf(sums.months, sums.days, sums.time);
    return { text: `(${text})`, type };
  };
}

/** Without spread there is no line: NULL in PostgreSQL. */
function regression(name: string): DuckDbRendering {
  return ([one, other], type, _session, call) => {
    const found = call(name, [one?.text ?? '', other?.text ?? '']);
    const anyNaN = call('bool_or', [`NOT isfinite(${one?.text}) OR NOT isfinite(${other?.text})`]);
    return {
      text: `(CASE WHEN ${anyNaN} THEN error('NaN and infinity have no regression here') WHEN isnan(${found}) THEN NULL ELSE ${found} END)`,
      type,
    };
  };
}

const unready = { cannot: 'this aggregate is not rendered' };

const rows: readonly FunctionRow[] = [
  [
    'count',
    [' -> int8', 'any -> int8'],
    ([value], type, _session, call) => ({ text: call('count', [value?.text ?? '*']), type }),
  ],
  [
    'sum',
    ['int2 -> int8', 'int4 -> int8'],
    ([value], type, _session, call) => ({ text: `CAST(${call('sum', [value?.text ?? ''])} AS BIGINT)`, type }),
  ],
  ['sum', ['int8 -> numeric', 'numeric -> numeric'], sum],
  ['sum', 'float8 -> float8', sumOfDoubles],
  ['sum', 'float4 -> float4', { cannot: 'PostgreSQL sums real in single precision; cast it to double precision' }],
  ['sum', 'interval -> interval', intervals(false)],
  ['avg', each(`${wholes} numeric`, '$ -> numeric'), average],
  ['avg', ['float8 -> float8', 'float4 -> float8'], 'avg'],
  ['avg', 'interval -> interval', intervals(true)],
  [
    'min',
    each('int2 int4 int8 float4 float8 text date time timestamp timestamptz numeric bpchar interval oid', '$ -> $'),
    kept('min'),
  ],
  [
    'max',
    each('int2 int4 int8 float4 float8 text date time timestamp timestamptz numeric bpchar interval oid', '$ -> $'),
    kept('max'),
  ],
  ['min max', 'anyarray -> anyarray', unready],
  ['bool_and every', 'bool -> bool', 'bool_and'],
  ['bool_or', 'bool -> bool', 'bool_or'],
  ['bit_and', each(wholes, '$ -> $'), 'bit_and'],
  ['bit_or', each(wholes, '$ -> $'), 'bit_or'],
  ['bit_xor', each(wholes, '$ -> $'), 'bit_xor'],
  ['string_agg', 'text, text -> text', joined],
  ['string_agg', 'bytea, bytea -> bytea', unready],
  ['array_agg', 'anynonarray -> anyarray', kept('list')],
  ['array_agg', ['anyarray -> anyarray'], unready],
  ['json_agg', 'anyelement -> json', unready, { volatility: 'stable' }],
  ['jsonb_agg', 'anyelement -> jsonb', unready, { volatility: 'stable' }],
  ['json_object_agg', 'any, any -> json', unready, { volatility: 'stable' }],
  ['jsonb_object_agg', 'any, any -> jsonb', unready, { volatility: 'stable' }],
  ['var_pop', each(`${wholes} numeric`, '$ -> numeric'), variance(false)],
  ['var_samp variance', each(`${wholes} numeric`, '$ -> numeric'), variance(true)],
  ['stddev_pop', each(`${wholes} numeric`, '$ -> numeric'), variance(false, true)],
  ['stddev stddev_samp', each(`${wholes} numeric`, '$ -> numeric'), variance(true, true)],
  ['var_pop', each('float4 float8', '$ -> float8'), 'var_pop'],
  ['var_samp variance', each('float4 float8', '$ -> float8'), 'var_samp'],
  ['stddev_pop', each('float4 float8', '$ -> float8'), 'stddev_pop'],
  ['stddev stddev_samp', each('float4 float8', '$ -> float8'), 'stddev_samp'],
  ...[
    'covar_pop',
    'covar_samp',
    'corr',
    'regr_avgx',
    'regr_avgy',
    'regr_intercept',
    'regr_r2',
    'regr_slope',
    'regr_sxx',
    'regr_sxy',
    'regr_syy',
  ].map(
    (name): FunctionRow => [
      name,
      'float8, float8 -> float8',
      name === 'corr' ? correlation : name.startsWith('covar') ? name : regression(name),
    ],
  ),
  [
    'regr_count',
    'float8, float8 -> int8',
    ([one, other], type, _session, call) => ({
      text: `CAST(${call('regr_count', [one?.text ?? '', other?.text ?? ''])} AS BIGINT)`,
      type,
    }),
  ],
  ['percentile_cont', 'float8, float8 -> float8', ordered, { kind: 'ordered' }],
  [
    'percentile_cont',
    ['float8, interval -> interval', 'float8[], float8 -> float8[]', 'float8[], interval -> interval[]'],
    unready,
    { kind: 'ordered' },
  ],
  ['percentile_disc', 'float8, anyelement -> anyelement', discrete, { kind: 'ordered' }],
  ['percentile_disc', 'float8[], anyelement -> anyarray', unready, { kind: 'ordered' }],
  ['mode', 'anyelement -> anyelement', mostFrequent, { kind: 'ordered' }],
];

export const aggregates = family(rows, { kind: 'aggregate', isStrict: false });
