import { type DuckDBResultReader, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';

/** Rows in the form that engines return: text, booleans, NULL. */
export type Rows = readonly (readonly (string | boolean | null)[])[];

export interface Truth {
  readonly rows: Rows;
  /** By column: a double, whose last digits depend on the way it was computed. */
  readonly isDouble: readonly boolean[];
}

export function readTruth(reader: DuckDBResultReader): Truth {
  const isDouble = reader.columnTypes().map(({ typeId }) => typeId === DuckDBTypeId.DOUBLE);
  return { rows: reader.getRows().map((row) => row.map(toText)), isDouble };
}

function toText(value: DuckDBValue): string | boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  const text = String(value);
  const time = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d+))?$/.exec(text);
  return time ? `${time[1]}T${time[2]}.${(time[3] ?? '').padEnd(3, '0').slice(0, 3)}` : text;
}

/**
 * Rows in a form that `toEqual` can compare: numbers written one way, doubles rounded, sorted when order means nothing.
 */
export function comparable(rows: Rows, { isDouble }: Truth, isOrdered: boolean): Rows {
  const same = rows.map((row) => row.map((cell, column) => oneWay(cell, isDouble[column] ?? false)));
  return isOrdered ? same : same.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function oneWay(cell: string | boolean | null, isDouble: boolean): string | boolean | null {
  if (typeof cell !== 'string') return cell;
  if (isDouble) return String(Number(Number(cell).toPrecision(12)));
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell;
}
