/** A statement around another one, with the same rows. */
export interface StatementFrame {
  readonly name: string;
  around(text: string): string;
}

export const statementShapes: readonly StatementFrame[] = [
  { name: 'as it is', around: (text) => text },
  { name: 'in a select', around: (text) => `SELECT * FROM (${text}) t` },
  { name: 'in a common table expression', around: (text) => `WITH t AS (${text}) SELECT * FROM t` },
  { name: 'joined', around: (text) => `SELECT t.* FROM (${text}) t CROSS JOIN (VALUES (1)) v` },
  {
    name: 'in a union',
    around: (text) => `SELECT * FROM (${text}) t UNION ALL SELECT * FROM (${text}) u WHERE 1 = 0`,
  },
];

/**
 * A cell of a statement or of a query. Numbers may end in zeros, and are sums in any order; measures of type time are texts
 * of PostgreSQL in statements.
 */
export function comparableCell(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return String(Number(Number(value).toPrecision(12)));
  return loadedTime(value);
}

/** A time as a query gives it, of a text that may be one of PostgreSQL. */
export function loadedTime(value: string): string {
  const [, day, time, digits = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\d*$/.exec(value) ?? [];
  return day === undefined ? value : `${day}T${time}.${digits.padEnd(3, '0')}`;
}
