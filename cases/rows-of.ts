import type { Engine } from '@orrery/engines';
import type { CompiledQuery } from '@orrery/semantic';
import type { Rows } from './truth-rows.ts';

type Statement = Pick<CompiledQuery, 'text' | 'params'> & Partial<Pick<CompiledQuery, 'columns'>>;

/** All rows of a compiled query. */
export async function rowsOf(engine: Engine, statement: Statement): Promise<Rows> {
  const { text, params, columns } = statement;
  const { batches } = await engine.run({ text, params, ...(columns ? { columns } : {}) }, new AbortController().signal);
  const rows: Rows[number][] = [];
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map((column) => column[row] ?? null));
  }
  return rows;
}
