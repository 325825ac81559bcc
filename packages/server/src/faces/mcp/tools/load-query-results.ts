import { hash } from 'node:crypto';
import { Conflict, NotFound } from '@orrery/kernel';
import type { StatementRows } from '@orrery/runtime';
import { z } from 'zod';
import { requireScope } from '../mcp-caller.ts';
import type { HandledQuery } from '../query-handles.ts';
import { askRows, type QueryDependencies } from './ask-rows.ts';
import { column, pageOf, rows, shownColumns } from './result-rows.ts';
import { type McpTool, noticeSchema, toolOf } from './tool.ts';

const mostOfPage = 500;

export function loadQueryResults(dependencies: QueryDependencies): McpTool {
  return toolOf({
    name: 'loadQueryResults',
    title: 'Load query results',
    description:
      'Reads all rows of a query in pages: of one that runQuery ran, or that chat ran for an answer. Give the handle ' +
      'of the result and begin at offset 0; nextOffset of a page is the offset of the next one, and is missing in the ' +
      'last one.',
    input: z.object({
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
      totalRows: z.int(),
      isTotalExact: z.boolean().describe('false: there are more rows than the deployment gives'),
      refreshedAt: z.string().describe('When the data was read'),
    }),
    run: async ({ handle, offset, limit }, { caller, reach, handles, requestId, signal }) => {
      requireScope(caller, 'data');
      const query = handles.find(caller, handle);
      if (!query) throw ended();
      const deploymentId = await reach.require(query.deploymentId);
      const open = await reach.open(deploymentId);
      const answer = await askRows(open, query, Number.POSITIVE_INFINITY, { requestId, signal }, dependencies);
      requireSameRows(query, answer, offset);
      const page = pageOf(answer.rows, { offset, limit });
      const next = offset + page.length;
      return {
        deploymentId,
        sql: query.sql,
        columns: shownColumns(answer.columns),
        rows: page,
        offset,
        ...(next < answer.rows.length ? { nextOffset: next } : {}),
        ...answer.total,
        refreshedAt: new Date(answer.refreshedAt).toISOString(),
      };
    },
  });
}

/** Pages of different rows would repeat some, and leave out others. @throws Conflict */
function requireSameRows(query: HandledQuery, { rows: all, refreshedAt }: StatementRows, offset: number): void {
  if (offset > 0 && query.shown?.refreshedAt === refreshedAt) return;
  const found = hash('sha256', JSON.stringify(all));
  if (offset > 0 && query.shown && query.shown.hash !== found) {
    throw new Conflict('mcp.rows-changed', 'The rows have changed since the page before; begin again at offset 0');
  }
  query.shown = { refreshedAt, hash: found };
}

function ended(): NotFound {
  return new NotFound(
    'mcp.handle-ended',
    'There is no such handle: handles are for their caller and end after an hour; run the query again with runQuery',
  );
}
