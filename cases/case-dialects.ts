import { dialects } from '@orrery/semantic';
import { asWritten, type CaseDialect, type Rewrites, requireDialect } from './compile-case.ts';

const rewritten: Readonly<Record<string, Rewrites>> = {
  clickhouse: new Map([
    ['{CUBE}.big', 'toInt128({CUBE}.big)'], // a sum has the bits of what it adds up
    // A number with a point is a double, and a backslash begins an escape.
    ['* 0.000123', "* toDecimal64('0.000123', 6)"],
    ['+ 1000000000000000.25', "+ toDecimal64('1000000000000000.25', 2)"],
    ['{rent} / NULLIF({parcels.fee}, 0)', 'toFloat64({rent}) / NULLIF({parcels.fee}, 0)'], // decimals are cut
    [
      "string_agg(DISTINCT {CUBE}.status, ',' ORDER BY {CUBE}.status)",
      "arrayStringConcat(arraySort(groupUniqArray({CUBE}.status)), ',')",
    ],
    ['percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.amount)', 'quantileExactInclusive(0.5)({CUBE}.amount)'],
    [String.raw`'/\example.com'`, String.raw`'/\\example.com'`],
    [String.raw`'\\evil.com'`, String.raw`'\\\\evil.com'`],
    // A join needs an equality.
    [
      '{CUBE}.customer_id = {customers}.id OR {CUBE}.customer_id IS NULL AND {customers}.id = 4',
      'COALESCE({CUBE}.customer_id, 4) = {customers}.id',
    ],
  ]),
  mysql: new Map([
    ['AS REAL)', 'AS FLOAT)'],
    [
      "string_agg(DISTINCT {CUBE}.status, ',' ORDER BY {CUBE}.status)",
      "GROUP_CONCAT(DISTINCT {CUBE}.status ORDER BY {CUBE}.status SEPARATOR ',')",
    ],
    [
      'percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.amount)',
      `(${['CEIL(COUNT({CUBE}.amount) / 2)', 'FLOOR(COUNT({CUBE}.amount) / 2) + 1'].map(nthAmount).join(' + ')}) / 2`,
    ],
  ]),
  redshift: new Map([
    [
      "string_agg(DISTINCT {CUBE}.status, ',' ORDER BY {CUBE}.status)",
      "LISTAGG(DISTINCT {CUBE}.status, ',') WITHIN GROUP (ORDER BY {CUBE}.status)",
    ],
    // A backslash begins an escape.
    [String.raw`'/\example.com'`, String.raw`'/\\example.com'`],
    [String.raw`'\\evil.com'`, String.raw`'\\\\evil.com'`],
  ]),
  trino: new Map([
    ['1.0 * {total} / NULLIF({qty}, 0)', '1e0 * {total} / NULLIF({qty}, 0)'], // a quotient of decimals is a decimal
    // Before version 478, it has the decimals of its parts.
    ['qty * price / 2.0 }', 'qty * price / 2e0 }'],
    ['sql: amount / 4.0 }', 'sql: amount / 4e0 }'],
    ["created_at < '2024-02-01'", "created_at < DATE '2024-02-01'"],
    ["LEFT('..', {CUBE}.id)", "substr('..', 1, {CUBE}.id)"],
    ["CONCAT('on ', {day})", "'on ' || CAST({day} AS VARCHAR)"],
    ["CONCAT('on ', {CUBE}.day)", "'on ' || CAST({CUBE}.day AS VARCHAR)"],
    [
      "CONCAT({year_no}, '-', EXTRACT(MONTH FROM {at}))",
      "CAST({year_no} AS VARCHAR) || '-' || CAST(EXTRACT(MONTH FROM {at}) AS VARCHAR)",
    ],
    ["' ' || {credit_value}", "' ' || CAST({credit_value} AS VARCHAR)"],
    [
      "string_agg(DISTINCT {CUBE}.status, ',' ORDER BY {CUBE}.status)",
      "array_join(array_agg(DISTINCT {CUBE}.status ORDER BY {CUBE}.status), ',')",
    ],
    [
      'percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.amount)',
      `transform(ARRAY[array_agg({CUBE}.amount ORDER BY {CUBE}.amount) FILTER (WHERE {CUBE}.amount IS NOT NULL)], v -> (${['(cardinality(v) + 1) / 2', 'cardinality(v) / 2 + 1'].map((place) => `v[${place}]`).join(' + ')}) / 2e0)[1]`,
    ],
  ]),
};

/** Engines that read the SQL of authors as another one does. */
const readingAlike: Readonly<Record<string, string>> = { athena: 'trino', starburst: 'trino' };

/** MariaDB has no median that aggregates. */
function nthAmount(position: string): string {
  return `SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT({CUBE}.amount ORDER BY {CUBE}.amount), ',', ${position}), ',', -1)`;
}

/** Every dialect whose statements run on an engine. */
export const caseDialects: readonly CaseDialect[] = dialects
  .filter(({ level }) => level !== 'rendered')
  .map(({ name }) => caseDialect(name));

export function caseDialect(name: string): CaseDialect {
  return { dialect: requireDialect(name), rewrites: rewritten[readingAlike[name] ?? name] ?? asWritten };
}
