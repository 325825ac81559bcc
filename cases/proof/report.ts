import { writeConstant } from './expression.ts';
import type { Difference } from './compare.ts';
import type { Example } from './minimise.ts';
import type { Value } from './world.ts';
import { writeModel } from './write-model.ts';

/** An example that fails, as a folder of `cases/` to be pasted, with what was answered instead. */
export function describeExample({ world, query }: Example, difference: Difference): string {
  const { what, expected, given, sql } = difference;
  return [
    `The answer differs from the definition: ${what}`,
    '--- model.yml',
    writeModel(world),
    '--- query.json',
    JSON.stringify(query, undefined, 2),
    '--- truth.sql',
    expected.length > 0 ? `VALUES ${writeRows(expected)}` : '-- no rows',
    '--- answered instead',
    given.length > 0 ? writeRows(given) : 'no rows',
    ...(sql === undefined ? [] : ['--- by', sql]),
  ].join('\n');
}

function writeRows(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `(${row.map(writeCell).join(', ')})`).join(', ');
}

function writeCell(value: Value): string {
  if (value === null) return 'NULL';
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{12}$/.test(value);
  return isTime ? `TIMESTAMP '${value.replace('T', ' ')}'` : writeConstant(value);
}
