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

/** The rows of a page, as many as there is room for. @throws Invalid for a row that is too long on its own */
export function pageOf(
  all: StatementRows['rows'],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): (string | number | boolean | null)[][] {
  let left = mostLetters;
  const page: (string | number | boolean | null)[][] = [];
  for (const row of all.slice(offset, offset + limit)) {
    left -= JSON.stringify(row).length;
    if (left < 0) break;
    page.push([...row]);
  }
  if (page.length > 0 || offset >= all.length) return page;
  throw new Invalid('mcp.long-row', `Row ${offset} is longer than ${mostLetters} letters; select fewer columns`);
}
