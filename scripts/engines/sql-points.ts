import type { Dialect } from '@orrery/semantic';
import {
  letters,
  limits,
  nullOrder,
  parameters,
  series,
  sketches,
  type SqlSample,
  sums,
  textOrder,
  weeks,
  zones,
} from './samples.ts';

/** A point in which the SQL of the engines differs. */
export interface SqlPoint {
  readonly title: string;
  /** Explains the SQL below it, and the differences. */
  readonly text: string;
  readonly sample: SqlSample;
  /** A few words by the name of the dialect, for the overview. Names in backticks occur in the SQL. */
  readonly words: Readonly<Record<string, string>> | ((dialect: Dialect) => string);
  /** Figures of each dialect, by what they are. */
  readonly figures?: Readonly<Record<string, (dialect: Dialect) => string>>;
  /** Cases and tests that show it, as paths from the root. */
  readonly shownBy: readonly string[];
}

const order = 'cases/order';

export const sqlPoints: readonly SqlPoint[] = [
  {
    title: 'Parameters',
    text: `A text, a whole number, one beyond 64 bits, a decimal, a number with an exponent, and a boolean. Values are bound, and each is
cast to a type that holds its digits; numbers beyond the widest type become doubles. Trino receives the values as literals of
\`EXECUTE IMMEDIATE ... USING\`, with their quotes doubled.`,
    sample: parameters,
    words: (dialect) => `\`${dialect.placeholder(1)}\`, ${wholeDigits(dialect)} digits`,
    figures: { 'Digits of whole numbers': wholeDigits, 'Decimals of numbers below 1': decimals },
    shownBy: [
      'cases/hostile/statement-and-comment.yml',
      'cases/numbers/equals-a-number-beyond-a-double.yml',
      'cases/numbers/more-decimals-than-a-decimal-holds.yml',
      'packages/semantic/src/dialect/dialect.test.ts',
      'packages/engines/src/mysql/values.test.ts',
      'packages/engines/src/trino/values.test.ts',
    ],
  },
  {
    title: 'Zones',
    text: `\`created_at\` on the wall clock of New York, where a filter keeps it between January and July 2024. Where the offsets are in the
statement, they come from the zone data of Orrery. Without a filter on the time such a statement has all changes of the zone,
from its beginning to 2037 ([decision](decisions/0004-zone-offsets-are-in-the-statement.md)).`,
    sample: zones,
    words: {
      duckdb: 'offsets in a `CASE`',
      postgres: 'zones of the server, `AT TIME ZONE`',
      mysql: 'offsets in an `ELT`',
      trino: 'offsets in an `ARRAY`',
      clickhouse: 'zones of the server, `timeZoneOffset`',
    },
    shownBy: [
      'cases/time/every-granularity/day-in-new-york.yml',
      'cases/time/every-granularity/hour-in-lord-howe.yml',
      'cases/time/a-repeated-hour-is-one-bucket.yml',
      'cases/live/agreement.test.ts',
    ],
  },
  {
    title: 'Weeks',
    text: 'The Monday on which the week of `created_at` begins, in UTC.',
    sample: weeks,
    words: {
      duckdb: 'back by `isodow`',
      postgres: '`date_trunc`',
      mysql: 'weeks since a Monday, `TIMESTAMPDIFF`',
      trino: '`date_trunc`',
      clickhouse: 'remainder of a week, `positiveModulo`',
    },
    shownBy: [
      'cases/time/by-week.yml',
      'cases/time/every-granularity/week-in-utc.yml',
      'cases/time/every-granularity/week-in-new-york.yml',
      'cases/time/far-from-today.yml',
    ],
  },
  {
    title: 'Series',
    text: `The numbers from 0 to 30, which become the days of a range. Trino makes at most 10,000 numbers at once, so longer series are
joined from two. MySQL and MariaDB join a table of ten digits for each place of the greatest number.`,
    sample: series,
    words: {
      duckdb: '`range`',
      postgres: '`generate_series`',
      mysql: 'digits, by `CROSS JOIN`',
      trino: '`sequence`',
      clickhouse: '`numbers`',
    },
    shownBy: [
      'cases/fill/days-of-a-range.yml',
      'cases/fill/without-a-range-from-the-first-to-the-last.yml',
      'cases/live/trino.test.ts',
    ],
  },
  {
    title: 'Exact sums',
    text: `A sum and an average of \`amount\`. Sums of whole numbers and decimals keep all digits that the type of a sum has. Trino adds whole
numbers as decimals of 38 digits. A sum of ClickHouse has the bits of what it adds and wraps around without an error, so the
statement compares it with a sum of decimals of 76 digits, and fails where they differ. A model that needs more bits casts what it adds, \`toInt128(amount)\`. Averages are
doubles.`,
    sample: sums,
    words: {
      duckdb: '`SUM`',
      postgres: '`SUM`',
      mysql: '`SUM`; average by `SUM` and `COUNT`',
      trino: '`SUM` of a `DECIMAL`',
      clickhouse: '`sum`, checked by `throwIf`',
    },
    shownBy: [
      'cases/numbers/sums-keep-their-digits.yml',
      'cases/numbers/averages-skip-missing.yml',
      'cases/live/agreement.test.ts',
      'cases/live/trino.test.ts',
      'cases/live/clickhouse-sums.test.ts',
    ],
  },
  {
    title: 'NULL order',
    text: 'Missing values come last, also where the greatest value comes first.',
    sample: nullOrder,
    words: (dialect) => (dialect.can.sortNullsLast ? '`NULLS LAST`' : 'sorts by `IS NULL` first'),
    shownBy: [`${order}/missing-values-come-last-ascending.yml`, `${order}/missing-values-come-last-descending.yml`],
  },
  {
    title: 'Text order',
    text: `Texts are compared by code point ([decision](decisions/0005-how-texts-are-compared.md)). DuckDB, Trino and ClickHouse do so by
themselves. PostgreSQL and MariaDB use the collation of the column, so the statement names another one or casts the text.`,
    sample: textOrder,
    words: {
      duckdb: 'as it is',
      postgres: '`COLLATE "C"`',
      mysql: 'a cast to `CHAR`',
      trino: 'as it is',
      clickhouse: 'as it is',
    },
    shownBy: [
      `${order}/text-by-code-points.yml`,
      'cases/hostile/text-order.yml',
      'cases/filters/texts-compare-by-code-point.yml',
      'cases/live/agreement.test.ts',
    ],
  },
  {
    title: 'Case folding',
    text: `A text in small letters, in capital letters, and a filter \`contains\`, which ignores the case of letters of all languages. PostgreSQL
and ClickHouse replace two letters first: one that would become two, and one that depends on its neighbours.`,
    sample: letters,
    words: {
      duckdb: '`lower`',
      postgres: '`lower` of ICU, `COLLATE "und-x-icu"`',
      mysql: '`LOWER`',
      trino: '`lower`',
      clickhouse: '`lowerUTF8`',
    },
    shownBy: [
      'cases/filters/contains-letters-of-any-language.yml',
      'cases/hostile/letters-beyond-ascii-in-any-case.yml',
      'cases/expressions/letters-of-any-language.yml',
    ],
  },
  {
    title: 'Sketches',
    text: `\`count_distinct_approx\`. DuckDB, Trino and ClickHouse count pairs of a register and a level of a hash, and estimate with a mean
error of 1.1 % ([decision](decisions/0079-distinct-values-are-counted-by-pairs.md)). The pairs of parts together are those of the whole. The
other engines count exactly.`,
    sample: sketches,
    words: {
      duckdb: 'estimate, by `hash`',
      postgres: 'exact, `COUNT(DISTINCT`',
      mysql: 'exact, `COUNT(DISTINCT`',
      trino: 'estimate, by `xxhash64`',
      clickhouse: 'estimate, by `xxHash64`',
    },
    shownBy: [
      'cases/measures/approximate-distinct-count.yml',
      'cases/approximate-counts.test.ts',
      'cases/live/trino.test.ts',
    ],
  },
  {
    title: 'Limits',
    text: `Ten rows after the first twenty, and all rows after them. Longer names are shortened, and kept distinct. A filter by an instant
from the end of time on names no instant: all stored times come before it.`,
    sample: limits,
    words: (dialect) => `names of ${dialect.maxIdentifierLength} characters`,
    figures: {
      'Characters of a name': ({ maxIdentifierLength }) => String(maxIdentifierLength),
      'End of time': ({ endOfTime }) => (endOfTime === undefined ? 'none' : new Date(endOfTime).toISOString()),
    },
    shownBy: [
      `${order}/limit-and-offset.yml`,
      `${order}/offset-without-limit.yml`,
      'cases/names/longer-than-identifiers.yml',
      'packages/semantic/src/sql/names.test.ts',
    ],
  },
];

const mostDigits = 1000;

function wholeDigits(dialect: Dialect): string {
  return most(dialect, (count) => '9'.repeat(count));
}

function decimals(dialect: Dialect): string {
  return most(dialect, (count) => `0.${'9'.repeat(count)}`);
}

/** The greatest number of digits for which the type of a parameter is not a double. */
function most({ numberType, castTypes }: Dialect, digits: (count: number) => string): string {
  let count = 0;
  while (count < mostDigits && numberType(digits(count + 1)) !== castTypes.double) count += 1;
  return count === mostDigits ? `${count}+` : String(count);
}
