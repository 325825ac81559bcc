import { hash } from 'node:crypto';
import { Invalid } from '@orrery/kernel';
import type { StatementRows } from '@orrery/runtime';
import { z } from 'zod';

export const column = z.object({
  name: z.string(),
  type: z.string().describe('string, number, boolean or time'),
});

/** Cells are in the order of the columns. */
export const rows = z
  .array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
  .describe('Cells in the order of the columns; numbers and times are texts');

/** Letters of JSON that a result carries in its rows. */
const mostLetters = 200_000;

export function shownColumns(columns: StatementRows['columns']): z.input<typeof column>[] {
  return columns.map(({ name, type }) => ({ name, type }));
}

/**
 * The rows of a page, as many as there is room for.
 *
 * @param offset of the first one
 * @throws Invalid for a row that is too long on its own
 */
export function pageOf(rowsThere: StatementRows['rows'], offset: number): (string | number | boolean | null)[][] {
  let left = mostLetters;
  const page: (string | number | boolean | null)[][] = [];
  for (const row of rowsThere) {
    left -= JSON.stringify(row).length;
    if (left < 0) break;
    page.push([...row]);
  }
  if (page.length > 0 || rowsThere.length === 0) return page;
  throw new Invalid('mcp.long-row', `Row ${offset} is longer than ${mostLetters} letters; select fewer columns`);
}

/** Equal for the same rows in the same order. */
export function hashOfRows(some: StatementRows['rows']): string {
  return hash('sha256', JSON.stringify(some), 'base64url');
}
