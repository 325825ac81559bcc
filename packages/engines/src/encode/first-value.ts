import type { ResultStream } from '../engine.ts';

/** Returns the first value of the first row, `null` without rows. Reads all rows, so that the statement ends. */
export async function firstValueOf({ batches }: Pick<ResultStream, 'batches'>): Promise<string | boolean | null> {
  let first: string | boolean | null | undefined;
  for await (const { columns } of batches) if (first === undefined) first = columns[0]?.[0];
  return first ?? null;
}
