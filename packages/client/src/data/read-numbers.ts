import type { Cell, ColumnarRows, CompactRows, Column, Row, ServedResult } from './data-types.ts';
import { exactNumber } from './exact-number.ts';

type ServedRows = readonly Row<'number'>[] | CompactRows<'number'> | ColumnarRows<'number'>;

/** The rows of an answer with numbers as numbers. @throws OrreryError for one that would lose digits */
export function withNumbers({ annotation, data }: Pick<ServedResult, 'annotation' | 'data'>): ServedRows {
  const isNumber = (name: string) => (annotation.measures[name] ?? annotation.dimensions[name])?.type === 'number';
  if ('members' in data) {
    const numeric = data.members.map(isNumber);
    const read = (cell: Cell, at: number) => (numeric[at] ? readCell(cell, data.members[at] ?? '') : cell);
    if ('dataset' in data) return { members: data.members, dataset: data.dataset.map((row) => row.map(read)) };
    const columns = data.columns.map((cells, at) => cells.map((cell) => read(cell, at)));
    return { members: data.members, columns };
  }
  const numeric = Object.keys(data[0] ?? {}).filter(isNumber);
  return data.map((row) => {
    const read: Record<string, Cell<'number'>> = { ...row };
    for (const name of numeric) read[name] = readCell(row[name] ?? null, name);
    return read;
  });
}

/** Reads the numbers of a row of a statement. */
export function rowReader(schema: readonly Column[]): (row: readonly Cell[]) => readonly Cell<'number'>[] {
  const numeric = schema.map(({ column_type: type }) => type === 'Int64' || type === 'Int32' || type === 'Double');
  return (row) => row.map((cell, at) => (numeric[at] ? readCell(cell, schema[at]?.name ?? '') : cell));
}

function readCell(cell: Cell, column: string): Cell<'number'> {
  return typeof cell === 'string' ? exactNumber(cell, column) : cell;
}
