import type { BoundQuery, CompiledQuery } from '@orrery/semantic';
import type { Rows } from './truth-rows.ts';

type Cell = Rows[number][number] | undefined;

/** The first pair of rows that stand in another order than the query asks for: text by code point, missing values last. */
export function misplacedRows(
  rows: Rows,
  { order }: BoundQuery,
  columns: CompiledQuery['columns'],
): readonly Rows[number][] {
  const at = rows.findIndex((row, index) => {
    const next = rows[index + 1];
    if (!next) return false;
    for (const { output, isDescending } of order) {
      const sign = compare(row[output], next[output], columns[output]?.type === 'number', isDescending);
      if (sign !== 0) return sign > 0;
    }
    return false;
  });
  return at === -1 ? [] : rows.slice(at, at + 2);
}

function compare(one: Cell, other: Cell, isNumber: boolean, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  const sign = isNumber ? compareNumbers(String(one), String(other)) : Buffer.compare(bytes(one), bytes(other));
  return isDescending ? -sign : sign;
}

/** Whole numbers with all of their digits. */
function compareNumbers(one: string, other: string): number {
  const isWhole = [one, other].every((digits) => /^-?\d+$/.test(digits));
  return isWhole ? Math.sign(Number(BigInt(one) - BigInt(other))) : Math.sign(Number(one) - Number(other));
}

/** Bytes of UTF-8 stand in the order of code points, unlike the units of JavaScript's strings. */
function bytes(cell: string | boolean): Buffer {
  return Buffer.from(String(cell));
}
