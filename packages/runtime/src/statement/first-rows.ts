import type { Dialect } from '@orrery/semantic';
import type { SplitStatement } from '@orrery/sql';

type RowsNeeded = NonNullable<SplitStatement['neededRows']>;

/** Dialects whose order is known. */
const known: ReadonlySet<string> = new Set(['duckdb', 'postgres', 'mysql', 'trino']);

/**
 * The end of a statement of a data source that chooses the rows which the statement above it needs: `ORDER BY ... LIMIT n`.
 * The statement above orders them again, so the data source must only put no row before one that PostgreSQL puts first.
 *
 * @param names columns of the source, in the order of the block @returns undefined where the source orders otherwise
 */
export function firstRows(
  { count, order }: RowsNeeded,
  names: readonly string[],
  dialect: Dialect,
): string | undefined {
  if (!known.has(dialect.name)) return order.length > 0 ? undefined : ` LIMIT ${count}`;
  const keys = order.flatMap(({ at, type, isDescending, nullsFirst }, index): readonly (string | undefined)[] => {
    const name = names[at] ?? '';
    const values = orderedBy(name, type.name, dialect, index === order.length - 1);
    const direction = isDescending ? 'DESC' : 'ASC';
    if (!values) return [undefined];
    if (dialect.name !== 'mysql')
      return values.map((one) => `${one} ${direction} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`);
    return [`${name} IS ${nullsFirst ? 'NOT ' : ''}NULL`, ...values.map((one) => `${one} ${direction}`)];
  });
  if (keys.includes(undefined)) return undefined;
  return `${keys.length > 0 ? ` ORDER BY ${keys.join(', ')}` : ''} LIMIT ${count}`;
}

/**
 * Values that a source orders like PostgreSQL orders the column of a statement that is made of them.
 *
 * @param isLast whether no other key decides where numbers are equal: different ones may be equal when they are read
 */
function orderedBy(name: string, type: string, dialect: Dialect, isLast: boolean): readonly string[] | undefined {
  switch (type) {
    case 'int8':
      return [name];
    case 'float8':
      return isLast ? [doubleOf(name, dialect), name] : undefined;
    case 'numeric':
      return isLast ? [name] : undefined;
    case 'text':
      return [textOf(name, dialect)];
    case 'timestamp':
      return [timeOf(name, dialect)];
    default:
      return undefined;
  }
}

/** A number, also of a column of texts. */
function doubleOf(name: string, { name: dialect }: Dialect): string {
  if (dialect === 'mysql') return `(${name} + 0e0)`;
  return `CAST(${name} AS ${dialect === 'postgres' ? 'double precision' : 'DOUBLE'})`;
}

/** Texts by code points. `concat` keeps the blanks at the end of a `char(n)`, as they are read. */
function textOf(name: string, { name: dialect }: Dialect): string {
  switch (dialect) {
    case 'postgres':
      return `(CASE WHEN ${name} IS NOT NULL THEN concat(${name}, '') END) COLLATE "C"`;
    case 'mysql':
      return `CAST(CONVERT(${name} USING utf8mb4) AS BINARY)`;
    default:
      return `CAST(${name} AS VARCHAR)`;
  }
}

/** Times with microseconds, as they are read. */
export function timeOf(name: string, { name: dialect }: Pick<Dialect, 'name'>): string {
  switch (dialect) {
    case 'postgres':
      return `CAST(${name} AS timestamp)`;
    case 'mysql':
      return `CAST(${name} AS DATETIME(6))`;
    case 'clickhouse':
      return `CAST(${name} AS DateTime64(6, 'UTC'))`;
    case 'trino': {
      // A cast to fewer digits rounds, into the next day or year. Times with a zone show another clock than that of UTC.
      const reading = `CAST(CAST(${name} AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))`;
      return `CAST(substr(CAST(${reading} AS VARCHAR), 1, 26) AS TIMESTAMP(6))`;
    }
    default:
      return `CAST(${name} AS TIMESTAMP)`;
  }
}
