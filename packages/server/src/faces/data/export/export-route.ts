import {
  dataOperations,
  type ExportRequest,
  exportRequestSchema,
  maxExportedRows,
  type WireProblem,
} from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { InvalidQuery, presentError, requestProblem, shapeProblems, StatementInvalid } from '@orrery/runtime';
import { clientSignal } from '../../../http/index.ts';
import { logFailure } from '../answer-data-errors.ts';
import { continueWait } from '../continue-wait.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { parametersOf } from '../read-body.ts';
import { routeOf } from '../route-of.ts';
import { mayStream, sendStream } from '../send-stream.ts';
import { csvBody } from './csv-body.ts';
import { type AdmittedExport, rowsOfQuery, rowsOfStatement } from './rows-to-export.ts';

/**
 * Serves all rows as a file. A failure before the first row is an error as in other routes; a later one closes the
 * connection.
 */
export function registerExportRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory, isDevelopment } = dependencies;
  app.route({
    ...routeOf(dataOperations.exportRows),
    handler: async (request, reply) => {
      const runtime = await runtimeOf(request);
      if (!mayStream(request)) throw untold();
      const wanted = readWanted(parametersOf(request, memory));
      const rows = await askRows({ wanted, request, runtime, signal: clientSignal(reply) }, dependencies);
      if (rows.kind === 'wait') return reply.send(continueWait(rows));
      const { columns, linesUntil, endOf } = rows;
      const { locale, title, values } = wanted;
      const form = { columns, isFormatted: values === 'formatted', locale, mostRows: maxExportedRows, endOf };
      const statusOf = (error: unknown) => presentError(error, { requestId: request.id, isDevelopment }).status;
      reply.headers({ 'content-disposition': attachment(title), 'cache-control': 'no-store' });
      try {
        const { bytes } = await sendStream(request, reply, csvBody(linesUntil, form), { statusOf, form: 'csv' });
        rows.succeed(bytes);
      } catch (error) {
        logFailure(request, error, statusOf(error)); // the connection is closed
        rows.fail(error);
      }
      return reply;
    },
  });
}

async function askRows(asked: AdmittedExport, dependencies: DataDependencies) {
  const { sql } = asked.wanted;
  if (sql === undefined) return rowsOfQuery(asked, dependencies);
  try {
    return await rowsOfStatement(sql, asked, dependencies);
  } catch (error) {
    throw error instanceof StatementInvalid ? inField(error) : error;
  }
}

/** Without chunks, a file that breaks off looks complete. */
function untold(): InvalidQuery {
  const message = 'A file is sent over HTTP/1.1: an older connection cannot tell whether it is complete';
  return new InvalidQuery([requestProblem('request.invalid-value', message)]);
}

/** @throws InvalidQuery */
function readWanted(given: Readonly<Record<string, unknown>>): ExportRequest {
  const outcome = exportRequestSchema.safeParse(given, { reportInput: true });
  const problems = outcome.success ? contradictions(outcome.data) : [];
  if (outcome.success && problems.length === 0) return outcome.data;
  throw new InvalidQuery(outcome.success ? problems : outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
}

function contradictions({ query, sql, timezone, locale }: ExportRequest): readonly WireProblem[] {
  const problem = (message: string, path: string) =>
    requestProblem('request.invalid-value', `Invalid query format: ${message}`, { path });
  return [
    ...(query === undefined && sql === undefined ? [problem('"query" or "sql" is required', 'query')] : []),
    ...(query !== undefined && sql !== undefined ? [problem('"sql" cannot be beside "query"', 'sql')] : []),
    ...(query !== undefined && timezone !== undefined
      ? [problem('"timezone" is that of a statement; a query has its own', 'timezone')]
      : []),
    ...(locale !== undefined && !isLocale(locale) ? [problem('"locale" is no name of a locale', 'locale')] : []),
  ];
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function inField({ code, message }: StatementInvalid): InvalidQuery {
  return new InvalidQuery([{ code, message, path: 'sql' }], { error: message });
}

const longestName = 80;

/** Names the file by the letters and digits of its title. */
function attachment(title: string): string {
  const words = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  const name = [...words].slice(0, longestName).join('') || 'export';
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(name)}.csv`;
}
