import { type WireSqlTables, sourceRowLimits, sourceSqlOperations } from '@orrery/contract';
import type { ContentRights, QueryRunner } from '@orrery/content';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientSignal } from '../../../http/index.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface SourceSqlServices {
  readonly queries: Pick<QueryRunner, 'rowsOfSource' | 'sourceTypes' | 'tablesOfSource'>;
}

interface SourceSqlRequest {
  readonly rights: ContentRights;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Serves statements that developers write in the SQL of a data source. They ask as themselves, never as others. */
export function serveSourceSql(face: PlatformFace, { queries }: SourceSqlServices): void {
  const asking = ({ rights: { deploymentId, claims }, request, reply }: SourceSqlRequest) => {
    return { deploymentId, claims, requestId: request.id, signal: clientSignal(reply) };
  };

  serve(face, sourceSqlOperations.sources, async ({ rights }) => {
    const types = await queries.sourceTypes(rights);
    return { items: [...types].map(([name, type]) => ({ name, type })) };
  });

  serve(face, sourceSqlOperations.tables, async (asked) => {
    const dataSource = asked.params.sourceName;
    return present(await queries.tablesOfSource({ ...asking(asked), dataSource }));
  });

  serve(face, sourceSqlOperations.run, async (asked) => {
    const { dataSource, sql, limit: mostRows = sourceRowLimits.default } = asked.body;
    return lines(await queries.rowsOfSource({ ...asking(asked), dataSource, sql, mostRows }));
  });
}

function present({
  tables,
  isCut,
}: Awaited<ReturnType<SourceSqlServices['queries']['tablesOfSource']>>): WireSqlTables {
  const items = tables.map(({ schema, name, kind, isOnPath, columns }) => {
    const shown = columns.map(({ name: column, engineType: type }) => ({ name: column, type }));
    return { schema, name, kind, isOnPath, columns: shown };
  });
  return { items, isTruncated: isCut };
}

async function* lines({
  columns,
  lines: rows,
  isCut: isTruncated,
  refreshedAt,
}: Awaited<ReturnType<SourceSqlServices['queries']['rowsOfSource']>>): AsyncGenerator<string> {
  const schema = columns.map(({ name, column_type }) => ({ name, column_type }));
  yield `${JSON.stringify({ schema, lastRefreshTime: presentInstant(refreshedAt), isTruncated })}\n`;
  for (const piece of rows) yield Buffer.from(piece).toString('utf8');
}
