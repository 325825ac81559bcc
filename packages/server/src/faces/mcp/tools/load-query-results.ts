import { Conflict, NotFound } from '@orrery/kernel';
import type { StatementRows } from '@orrery/runtime';
import { z } from 'zod';
import { requireScope } from '../mcp-caller.ts';
import type { HandledQuery, ShownRows } from '../query-handles.ts';
import { askRows, type QueryDependencies, totals } from './ask-rows.ts';
import { column, hashOfRows, pageOf, rows, shownColumns } from './result-rows.ts';
import { type McpTool, noticeSchema, toolOf } from './tool.ts';

const mostOfPage = 500;

export function loadQueryResults(dependencies: QueryDependencies): McpTool {
  return toolOf({
    name: 'loadQueryResults',
    title: 'Load query results',
    description:
      'Reads all rows of a query in pages: of one that runQuery ran, or that chat ran for an answer. Give the handle ' +
      'of the result and begin at offset 0; nextOffset of a page is the offset of the next one, and is missing in the ' +
      'last one. Rows that runQuery showed are in these pages again: do not count them twice.',
    input: z.strictObject({
      handle: z.string().min(1).max(100),
      offset: z.int().min(0).max(10_000_000).default(0),
      limit: z.int().min(1).max(mostOfPage).default(100),
    }),
    output: z.object({
      notice: noticeSchema.optional(),
      deploymentId: z.int(),
      sql: z.string(),
      columns: z.array(column),
      rows,
      offset: z.int(),
      nextOffset: z.int().optional(),
      ...totals,
      haveRowsChanged: z.boolean().describe('true: forget all rows of this handle that were shown before this page'),
      refreshedAt: z.string().describe('When the data was read'),
    }),
    run: async ({ handle, offset, limit }, { caller, reach, handles, requestId, signal }) => {
      requireScope(caller, 'data');
      const query = handles.find(caller, handle);
      if (!query) throw ended();
      const deploymentId = await reach.require(query.deploymentId);
      const open = await reach.open(deploymentId);
      const wanted = { offset, limit, mostRows: Number.POSITIVE_INFINITY };
      const answer = await askRows(open, query, wanted, { requestId, signal }, dependencies);
      const haveRowsChanged = compareRows(query, answer, offset);
      const page = pageOf(answer.rows, offset);
      const next = offset + page.length;
      return {
        deploymentId,
        sql: query.sql,
        columns: shownColumns(answer.columns),
        rows: page,
        offset,
        ...(next < answer.lines.rowCount ? { nextOffset: next } : {}),
        ...answer.total,
        haveRowsChanged,
        refreshedAt: new Date(answer.refreshedAt).toISOString(),
      };
    },
  });
}

/**
 * Compares rows with those that were shown before: pages of different rows would repeat some, and leave out others.
 *
 * @returns whether they are others, for a page that begins again
 * @throws Conflict for a page in the middle
 */
function compareRows(query: HandledQuery, answer: PagedRows, offset: number): boolean {
  const { shown } = query;
  if (shown === undefined && offset > 0) {
    throw new Conflict('mcp.not-begun', 'No page of this handle was read yet; begin at offset 0');
  }
  const haveChanged = shown !== undefined && !areShown(shown, answer);
  if (haveChanged && offset > 0) {
    throw new Conflict('mcp.rows-changed', 'The rows have changed since the page before; begin again at offset 0');
  }
  query.shown = { of: 'all', hash: answer.lines.hash() };
  return haveChanged;
}

type PagedRows = Pick<StatementRows, 'lines'> & { readonly total: { readonly totalRows: number } };

function areShown(shown: ShownRows, { lines, total }: PagedRows): boolean {
  if (shown.of === 'all') return shown.hash === lines.hash();
  const first = lines.page({ offset: 0, limit: shown.rowCount });
  return shown.totalRows === total.totalRows && shown.hash === hashOfRows(first);
}

function ended(): NotFound {
  return new NotFound(
    'mcp.handle-ended',
    'There is no such handle: handles are for their caller and end after an hour; run the query again with runQuery',
  );
}
