import { operator, call, cast, fragment, type Sql } from '../sql/index.ts';
import { civilOf } from '../time/index.ts';
import type { Dialect, SqlOf } from './dialect.ts';

/** Defaults of all dialects; each states only its differences. */
export const ansi = {
  can: { sortTextByAlias: false, sortNullsLast: true, readDerivedOnce: true },
  castTypes: {
    string: 'VARCHAR',
    timestamp: 'TIMESTAMP',
    double: 'DOUBLE PRECISION',
    boolean: 'BOOLEAN',
    number: 'NUMERIC',
  },
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: (position) => `$${position}`,
  absent: () => ({ kind: 'null' }),
  aggregate: (name, operand) => {
    switch (name) {
      case 'count':
        return operand.kind === 'integer' ? call('COUNT', fragment('*')) : call('COUNT', operand);
      case 'count-distinct':
      case 'count-distinct-approx': // exact where a sketch would cost as much
        return call('COUNT', fragment('DISTINCT ', operand));
      case 'sum':
        return call('SUM', operand);
      case 'avg':
        return call('AVG', operand);
      case 'min':
        return call('MIN', operand);
      case 'max':
        return call('MAX', operand);
    }
  },
  countDistinctTuple: ({ items, condition }) => {
    const [only, ...others] = items;
    if (!only) throw new Error('a tuple of nothing cannot be counted');
    const present =
      others.length === 0 ? [] : items.map((item): Sql => ({ kind: 'null-test', operand: item, isNegated: true }));
    const tests = [...present, ...(condition ? [condition] : [])];
    const value = others.length === 0 ? only : call('ROW', ...items);
    const [first, ...further] = tests;
    const guarded: Sql = first
      ? { kind: 'case', when: [{ condition: further.length ? operator('AND', ...tests) : first, value }] }
      : value;
    return call('COUNT', fragment('DISTINCT ', guarded));
  },
  same: ({ left, right }) => fragment(left, ' IS NOT DISTINCT FROM ', right),
  onlyValue: ({ operand }) => call('MAX', operand),
  divide: ({ dividend, divisor }) =>
    fragment(cast(dividend, 'double'), ' / ', call('NULLIF', cast(divisor, 'double'), { kind: 'integer', value: 0 })),
  chosenNumber: (node) => ({ ...node, kind: 'case' }),
  firstNumber: ({ items }) => call('COALESCE', ...items),
  reading: ({ reading }) => fragment(`TIMESTAMP '${civilOf(reading).replace('T', ' ')}'`),
  floorDivide: ({ dividend, divisor }) => call('FLOOR', fragment(dividend, ' / ', cast(divisor, 'double'))),
  decimalText: ({ operand }) =>
    call(
      'rtrim',
      call('rtrim', fragment('CAST(CAST(', operand, ' AS DECIMAL(38, 10)) AS VARCHAR)'), fragment("'0'")),
      fragment("'.'"),
    ),
  timeOfText: ({ operand }) => fragment('(CAST(', operand, " AS TIMESTAMPTZ) AT TIME ZONE 'UTC')"),
  shownValue: ({ operand, as }) => {
    if (as === 'text-of-single') return cast({ kind: 'shown-value', operand, as: 'double' }, 'string');
    if (as !== 'double') return cast(operand, 'string');
    // From this number on, numbers of four bytes are whole, and are shown with all digits.
    const isShort = operator('<', call('ABS', operand), fragment('8388608'));
    const short = cast(cast(operand, 'string'), 'double');
    return { kind: 'case', when: [{ condition: isShort, value: short }], otherwise: cast(operand, 'double') };
  },
  dimensionValue: (operand) => operand,
  letterCase: ({ to, operand }) => call(to.toUpperCase(), operand),
  textOrder: (operand) => operand,
  limit: (limit, offset) =>
    [...(limit === undefined ? [] : [`LIMIT ${limit}`]), ...(offset === 0 ? [] : [`OFFSET ${offset}`])].join('\n'),
} satisfies Partial<Dialect>;

/**
 * Formats an instant in UTC as text, `2024-01-31 23:59:59.999`.
 *
 * @param zone suffix by which the engine marks UTC @param era suffix by which the engine marks years before the year 1,
 * which open ranges can reach
 */
export function instantText({ instant }: SqlOf<'instant'>, zone: string, era: string): string {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const rest = date.toISOString().slice(-20, -1).replace('T', ' ');
  const text = `${String(year > 0 ? year : 1 - year).padStart(4, '0')}${rest}${zone}`;
  return year > 0 ? text : `${text}${era}`;
}

/**
 * Counts the digits of a number as written: before and after the point, and whether an exponent makes it approximate.
 */
export function digitsOf(text: string): {
  readonly whole: number;
  readonly fraction: number;
  readonly isApproximate: boolean;
} {
  const match = /^-?0*(\d*)(?:\.(\d+))?([eE].*)?$/.exec(text);
  if (!match) throw new Error(`'${text}' is not a number`);
  return { whole: match[1]?.length ?? 0, fraction: match[2]?.length ?? 0, isApproximate: match[3] !== undefined };
}
