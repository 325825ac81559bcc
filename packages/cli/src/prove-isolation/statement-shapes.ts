/** A statement around another one, with the same rows. */
export interface StatementShape {
  readonly name: string;
  around(text: string): string;
}

export const statementShapes: readonly StatementShape[] = [
  { name: 'as it is', around: (text) => text },
  { name: 'in a select', around: (text) => `SELECT * FROM (${text}) t` },
  { name: 'in a common table expression', around: (text) => `WITH t AS (${text}) SELECT * FROM t` },
  { name: 'joined', around: (text) => `SELECT t.* FROM (${text}) t CROSS JOIN (VALUES (1)) v` },
  {
    name: 'in a union',
    around: (text) => `SELECT * FROM (${text}) t UNION ALL SELECT * FROM (${text}) u WHERE 1 = 0`,
  },
];

/** Numbers of statements and of queries, whose digits may end in zeros, and are sums in any order. */
export function comparableCell(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return value;
  return String(Number(Number(value).toPrecision(12)));
}
