import type { OpenDeployment } from '@orrery/content';
import { Invalid } from '@orrery/kernel';
import { convertToSql, type StatementProvenance } from '@orrery/runtime';
import { z } from 'zod';
import { requireScope } from '../mcp-caller.ts';
import { askRows, type QueryDependencies, totals } from './ask-rows.ts';
import { column, hashOfRows, pageOf, rows, shownColumns } from './result-rows.ts';
import { deploymentId, type McpTool, noticeSchema, toolOf } from './tool.ts';

/** Rows that a result carries; loadQueryResults reads the others. */
const mostRows = 100;

const input = z.strictObject({
  sql: z.string().min(1).max(20_000).optional().describe('SQL over the views of the model; either this or query'),
  query: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'A JSON query: {measures, dimensions, timeDimensions, filters, order, limit, joinHints: [[cube, cube, cube]], ...}; either this or sql',
    ),
  timezone: z.string().max(100).optional().describe('IANA name for sql; left out: the zone of the project'),
  deploymentId,
});

const understood = z
  .object({
    timezone: z.string(),
    periods: z
      .array(
        z.object({
          member: z.string(),
          from: z.string().optional(),
          to: z.string().optional(),
          isExact: z.boolean().describe('false: other conditions limit these times further'),
        }),
      )
      .describe('Times that are read, by the clocks of the zone; the end is excluded'),
    filters: z.array(z.string()).describe('Every condition, with instants in UTC'),
  })
  .describe('What filters and dates were understood as; say it with the numbers');

export function runQuery(dependencies: QueryDependencies): McpTool {
  return toolOf({
    name: 'runQuery',
    title: 'Run a query',
    description:
      'Runs one SELECT of semantic SQL over the views that searchModel returned, or one JSON query, and returns up to ' +
      `${mostRows} rows, the number of all rows, and what filters and dates were understood as. PostgreSQL syntax; ` +
      'measures are written MEASURE(view.member) with GROUP BY over the dimensions, time is bucketed with ' +
      "DATE_TRUNC('month', view.member), periods are half-open ranges of ISO dates. Where two ways join cubes, a chain of " +
      'JOIN b ON a.__cubeJoinField = b.__cubeJoinField, or joinHints, names one. It only reads, with the rights ' +
      'of the user. Numbers are exact decimal texts.',
    input,
    output: z.object({
      notice: noticeSchema.optional(),
      deploymentId: z.int(),
      sql: z.string(),
      columns: z.array(column),
      rows,
      ...totals,
      understood,
      refreshedAt: z.string().describe('When the data was read'),
      handle: z.string().describe('For loadQueryResults; it ends after an hour'),
    }),
    run: async (given, { caller, reach, handles, requestId, signal }) => {
      requireScope(caller, 'data');
      const id = await reach.require(given.deploymentId);
      const open = await reach.open(id);
      const statement = await statementOf(given, open, dependencies);
      const wanted = { offset: 0, limit: mostRows, mostRows };
      const answer = await askRows(open, statement, wanted, { requestId, signal }, dependencies);
      const page = pageOf(answer.rows, 0);
      const { totalRows } = answer.total;
      const shown = { of: 'first', rowCount: page.length, totalRows, hash: hashOfRows(page) } as const;
      return {
        deploymentId: id,
        sql: statement.sql,
        columns: shownColumns(answer.columns),
        rows: page,
        ...answer.total,
        understood: understoodOf(answer.provenance),
        refreshedAt: new Date(answer.refreshedAt).toISOString(),
        handle: handles.keep(caller, { deploymentId: id, ...statement, shown }),
      };
    },
  });
}

/** A JSON query runs as the statement that says the same: its ranges are settled now, for all pages. @throws Invalid */
async function statementOf(
  { sql, query, timezone }: z.output<typeof input>,
  { runtime, principal }: OpenDeployment,
  { clock, memory, statements }: QueryDependencies,
): Promise<{ readonly sql: string; readonly timezone: string | undefined }> {
  if ((sql === undefined) === (query === undefined)) {
    throw new Invalid('mcp.one-query', 'Give either sql or query');
  }
  if (sql !== undefined) return { sql, timezone };
  if (timezone !== undefined) throw new Invalid('mcp.zone-of-query', 'A JSON query says its timezone itself');
  const now = clock.now();
  const made = await convertToSql(runtime, query, { principal, now, memory, statements, aliases: 'words' });
  if (made.status === 'ok' && typeof made.query === 'string') return { sql: made.query, timezone: made.timezone };
  const why = made.status === 'ok' ? 'it is no statement' : made.error;
  throw new Invalid('mcp.no-statement', `${why}. Write the question as sql, or as several queries`);
}

function understoodOf(provenance: StatementProvenance | undefined): z.input<typeof understood> {
  if (!provenance) throw new Error('rows come with what is known of them');
  const { timezone, periods, filters } = provenance;
  return {
    timezone,
    periods: periods.flatMap(({ of: { name, isHidden }, ...period }) =>
      isHidden ? [] : [{ member: name, ...period }],
    ),
    filters: [...filters],
  };
}
