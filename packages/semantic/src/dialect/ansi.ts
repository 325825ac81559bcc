import type { ValueType } from '../model/index.ts';
import { all, any, call, cast, type Dialect, fragment, operator, type Sql, type SqlOf } from '../sql/index.ts';
import { civilOf, type Instant } from '../time/index.ts';

/** Defaults of all dialects; each states only its differences. */
export const ansi = {
  can: { sortTextByAlias: false, sortNullsLast: true, readDerivedOnce: true, filterNothing: true },
  castTypes: {
    string: 'VARCHAR',
    timestamp: 'TIMESTAMP',
    double: 'DOUBLE PRECISION',
    boolean: 'BOOLEAN',
    number: 'NUMERIC',
  },
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
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
  countDistinctTuple: (node) => distinctTuples(node, (items) => call('ROW', ...items)),
  isListed: () => true,
  nanBeside: () => undefined,
  instantTest: ({ operator: sign, operand, instant }) => operator(sign, operand, { kind: 'instant', instant }),
  over: ({ value, window }: SqlOf<'over'>) => inWindow(value, window),
  nextValue: ({ operand, window }) => inWindow(call('LEAD', operand), window),
  same: ({ left, right }) => fragment(left, ' IS NOT DISTINCT FROM ', right),
  onlyValue: ({ operand }) => call('MAX', operand),
  divide: ({ dividend, divisor }) =>
    fragment(cast(dividend, 'double'), ' / ', call('NULLIF', cast(divisor, 'double'), { kind: 'integer', value: 0 })),
  addition: ({ operator: sign, operands }) => operator(sign, ...operands),
  product: ({ operands }) => operator('*', ...operands),
  numberOrder: ({ operator: sign, left, right }) => operator(sign, left, right),
  sumInSql: ({ operand }) => operand,
  chosenNumber: (node) => ({ ...node, kind: 'case' }),
  chosenValue: (node) => ({ ...node, kind: 'case' }),
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
  timeOfUnknown: (operand) => operand,
  shownValue: ({ operand, as }) => {
    if (as === 'text-of-single') return cast({ kind: 'shown-value', operand, as: 'double' }, 'string');
    if (as !== 'double') return cast(operand, 'string');
    // From this number on, numbers of four bytes are whole, and are shown with all digits.
    const isShort = operator('<', call('ABS', operand), fragment('8388608'));
    const short = cast(cast(operand, 'string'), 'double');
    return { kind: 'case', when: [{ condition: isShort, value: short }], otherwise: cast(operand, 'double') };
  },
  dimensionValue: (operand) => operand,
  textMatches: ({ match, operand, values, isNegated }) => {
    const tests = values.map((value): Sql => {
      const test: Sql = { kind: 'text-match', match, operand, value };
      return isNegated ? { kind: 'not', operand: test } : test;
    });
    return isNegated ? all(tests) : any(tests);
  },
  letterCase: ({ to, operand }) => call(to.toUpperCase(), operand),
  textLength: ({ operand }) => call('CHAR_LENGTH', operand),
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

/** Formats an instant in UTC, or a reading, as text; a year before the year 0 has a sign, and one after 9999 five digits. */
export function plainInstant(time: number): string {
  const [, sign, year = '', rest = ''] = /^([+-]?)0*(\d{4,})(-.*)Z$/.exec(new Date(time).toISOString()) ?? [];
  return `${sign === '-' ? '-' : ''}${year}${rest.replace('T', ' ')}`;
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

/** An instant not before the year 1, where the calendars of some engines begin: every time they store comes after it. */
export function fromYearOne({ instant, ...node }: SqlOf<'instant'>): SqlOf<'instant'> {
  return { ...node, instant: Math.max(instant, Date.parse('0001-01-01T00:00:00Z')) as Instant };
}

/** Lowers letter by letter, as far as an engine does: two letters depend on their neighbours, and are replaced first. */
export function lowered(operand: Sql): Sql {
  return fragment('LOWER(REPLACE(REPLACE(', operand, ", 'İ', 'i'), 'Σ', 'σ'))");
}

/** @param tupleOf one value for several, which differs for different ones */
export function distinctTuples(
  { items, condition }: SqlOf<'count-distinct-tuple'>,
  tupleOf: (items: readonly Sql[]) => Sql,
): Sql {
  const [only, ...others] = items;
  if (!only) throw new Error('a tuple of nothing cannot be counted');
  const tests = [...(others.length === 0 ? [] : items.map(present)), ...(condition ? [condition] : [])];
  const value = others.length === 0 ? only : tupleOf(items);
  const [first, ...further] = tests;
  const guarded: Sql = first
    ? { kind: 'case', when: [{ condition: further.length ? operator('AND', ...tests) : first, value }] }
    : value;
  return call('COUNT', fragment('DISTINCT ', guarded));
}

/** Counts tuples by COUNT(DISTINCT a, b), for engines in which it skips rows with a NULL. */
export function distinctColumns({ items: [first, ...others], condition }: SqlOf<'count-distinct-tuple'>): Sql {
  if (!first) throw new Error('a tuple of nothing cannot be counted');
  const guarded: Sql = condition ? { kind: 'case', when: [{ condition, value: first }] } : first;
  return call('COUNT', fragment('DISTINCT ', guarded), ...others);
}

/** An average as a double, for engines in which AVG gives decimals few digits. */
export function averageOf(sum: Sql, operand: Sql): Sql {
  return fragment(cast(sum, 'double'), ' / ', call('NULLIF', call('COUNT', operand), { kind: 'integer', value: 0 }));
}

/** Whether a node is a reading of a clock, which no zone changes. */
export function isReading({ kind }: Sql): boolean {
  return kind === 'reading' || kind === 'add-interval' || kind === 'bucket' || kind === 'local-time';
}

export function times(count: Sql, value: number): Sql {
  if (count.kind === 'integer') return { kind: 'integer', value: count.value * value };
  return operator('*', count, { kind: 'integer', value });
}

/** A value for NULL where another column tells whether there is a value. */
export function nothingOf(type: ValueType): Sql {
  switch (type) {
    case 'number':
      return { kind: 'integer', value: 0 };
    case 'string':
      return fragment("''");
    case 'boolean':
      return { kind: 'false' };
    case 'time':
      return fragment("TIMESTAMP '1970-01-01'");
  }
}

/** @param window the text between its parentheses */
export function inWindow(call: Sql, window: Sql): Sql {
  return fragment(call, ' OVER (', { kind: 'list', items: [window] }, ')');
}

/** Compares numbers of an engine in which NaN is neither less than a number nor equal to itself: NaN is the greatest. */
export function nanLast({ operator: sign, left, right }: SqlOf<'number-order'>): Sql {
  switch (sign) {
    case '>':
      return nanLast({ kind: 'number-order', operator: '<', left: right, right: left });
    case '>=':
      return nanLast({ kind: 'number-order', operator: '<=', left: right, right: left });
    case '<':
    case '<=': {
      if (isNumber(right)) return operator(sign, left, right);
      // NaN is not less than a number, so this is true for it; a comparison with NULL stays NULL.
      if (isNumber(left)) return { kind: 'not', operand: operator(sign === '<' ? '<=' : '<', right, left) };
      const isBefore: Sql = sign === '<' ? operator('=', left, left) : present(left);
      return operator('OR', operator(sign, left, right), operator('AND', operator('<>', right, right), isBefore));
    }
  }
}

export function present(operand: Sql): Sql {
  return { kind: 'null-test', operand, isNegated: true };
}

/** Whether a value is a constant, which is not NaN. */
export function isNumber({ kind }: Sql): boolean {
  return kind === 'parameter' || kind === 'integer';
}
