import type { Engine, StatementParam } from './engine.ts';

export type Row = readonly (string | boolean | null)[];

export async function rowsOf(
  engine: Engine,
  text: string,
  params: readonly StatementParam[] = [],
): Promise<readonly Row[]> {
  const { batches } = await engine.run({ text, params }, new AbortController().signal);
  const rows: Row[] = [];
  for await (const { rowCount, columns } of batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map((column) => column[row] ?? null));
  }
  return rows;
}
