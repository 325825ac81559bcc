import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { ansi, averageOf, digitsOf, distinctColumns, lowered, plainInstant } from './ansi.ts';
import { chosenNumber, exactAddition, exactProduct, firstNumber } from './spark-numbers.ts';
import { difference, instantTest, moved, truncated, utcOfText, utcReading } from './spark-times.ts';

/**
 * Spark SQL 3.5 and 4 with `spark.sql.ansi.enabled`, in a session with any zone; only what an author's SQL makes of a
 * TIMESTAMP depends on it. A statement is for `spark.sql(text, args)`, with its parameters named `p1`, `p2` and so on.
 * https://spark.apache.org/docs/latest/sql-ref.html
 */
export const spark: Dialect = {
  ...ansi,
  name: 'spark',
  level: 'rendered',
  maxIdentifierLength: 255,
  can: { ...ansi.can, sortTextByAlias: true },
  castTypes: {
    string: 'STRING',
    timestamp: 'TIMESTAMP_NTZ',
    double: 'DOUBLE',
    boolean: 'BOOLEAN',
    number: 'DECIMAL(38, 10)',
  },
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeholder: (position) => `:p${position}`,
  // Two apostrophes in a text end it and begin the next.
  quoteText: (text) =>
    text
      .split(/(')/)
      .filter((part) => part !== '')
      .map((part) => (part === "'" ? 'char(39)' : `'${part}'`))
      .join(' || '),
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    // A column of 19 digits, compared with more than 19 decimals, would not fit the widest decimal.
    if (isApproximate || fraction > 19 || whole + fraction > 38) return 'DOUBLE';
    if (fraction > 0) return `DECIMAL(${whole + fraction}, ${fraction})`;
    return whole <= 18 ? 'BIGINT' : `DECIMAL(${whole}, 0)`;
  },
  instant: ({ instant }) => fragment(`TIMESTAMP_LTZ '${plainInstant(instant)}Z'`),
  instantTest,
  isListed: ({ kind }) => kind !== 'instant',
  reading: ({ reading }) => fragment(`TIMESTAMP_NTZ '${plainInstant(reading)}'`),
  localTime: ({ operand, zone }) => {
    const utc = utcReading(operand);
    return zone === 'UTC' ? utc : call('convert_timezone', fragment("'UTC'"), fragment(`'${zone}'`), utc);
  },
  bucket: ({ granularity, ...node }) => truncated(granularity, spark.localTime({ ...node, kind: 'local-time' })),
  addInterval: moved,
  secondsBetween: ({ from, to }) => difference(from, to, 1000),
  fail: ({ message }) => cast(call('raise_error', fragment(`'${message}'`)), 'timestamp'),
  numbers: (count, alias) => `range(${count}) AS ${alias} (\`n\`)`,
  same: ({ left, right }) => fragment(left, ' <=> ', right),
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return call('contains', text, wanted);
      case 'starts-with':
        return call('startswith', text, wanted);
      case 'ends-with':
        return call('endswith', text, wanted);
    }
  },
  letterCase: (node) => (node.to === 'lower' ? lowered(node.operand) : ansi.letterCase(node)),
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'count-distinct-approx':
        return call('approx_count_distinct', operand, fragment('0.01'));
      case 'avg': // AVG gives decimals four further digits only
        return averageOf(call('SUM', operand), operand);
      case 'count-distinct':
      case 'min':
      case 'max':
        return ansi.aggregate(name, type === undefined ? operand : spark.dimensionValue(operand, type));
      case 'count':
      case 'sum':
        return ansi.aggregate(name, operand);
    }
  },
  countDistinctTuple: distinctColumns,
  addition: exactAddition,
  product: exactProduct,
  chosenNumber,
  firstNumber,
  decimalText: ({ operand }) => plainDigits(fragment('CAST(', operand, ' AS DECIMAL(38, 10))')),
  timeOfText: ({ operand }) => utcOfText(operand),
  shownValue: (node) => {
    switch (node.as) {
      case 'text-of-single':
        return shownText(ansi.shownValue({ ...node, as: 'double' }));
      case 'text-of-double':
        return shownText(node.operand);
      case 'double':
      case 'text':
      case 'text-of-number':
        return ansi.shownValue(node);
    }
  },
  // A column may have a collation, in which texts with other code points are equal; the type of a cast has none.
  dimensionValue: (operand, type) => (type === 'string' ? cast(operand, 'string') : operand),
};

/** The shortest digits of a double; with an exponent where other engines write one. */
function shownText(operand: Sql): Sql {
  const isPlain = fragment(
    operator('=', operand, { kind: 'integer', value: 0 }),
    ' OR ',
    call('ABS', operand),
    ' >= 1e-4 AND ',
    call('ABS', operand),
    ' < 1e15',
  );
  const replaced = (text: Sql, pattern: string, by: string) =>
    call('regexp_replace', text, fragment(`'${pattern}'`), fragment(`'${by}'`));
  const short = replaced(cast(operand, 'string'), '[.]0E', 'E');
  const signed = replaced(replaced(short, 'E-', 'e-'), 'E', 'e+');
  return {
    kind: 'case',
    when: [{ condition: isPlain, value: plainDigits(fragment('CAST(', operand, ' AS DECIMAL(38, 20))')) }],
    otherwise: replaced(replaced(signed, 'e-([0-9])$', 'e-0$1'), 'e[+]([0-9])$', 'e+0$1'),
  };
}

function plainDigits(decimal: Sql): Sql {
  return fragment("TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(", decimal, ' AS STRING)))');
}
