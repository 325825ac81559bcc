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
import type { DataDependencies } from '../data-dependencies.ts';
import { parametersOf } from '../read-body.ts';
import { routeOf } from '../route-of.ts';
import { sendStream } from '../send-stream.ts';
import { csvBody, type FileColumn } from './csv-body.ts';
import { rowsOfQuery, rowsOfStatement } from './rows-to-export.ts';

/** All rows as a file. What fails before the first row is answered as everywhere; later, the connection is closed. */
export function registerExportRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory, isDevelopment } = dependencies;
  app.route({
    ...routeOf(dataOperations.exportRows),
    handler: async (request, reply) => {
      const runtime = await runtimeOf(request);
      const wanted = readWanted(parametersOf(request, memory));
      const asked = { request, runtime, signal: clientSignal(reply) };
      const rows = await (wanted.sql === undefined ? rowsOfQuery : rowsOfStatement)(wanted, asked, dependencies).catch(
        (error: unknown) => {
          throw error instanceof StatementInvalid ? inField(error) : error;
        },
      );
      const statusOf = (error: unknown) => presentError(error, { requestId: request.id, isDevelopment }).status;
      try {
        const columns = inOrder(rows.columns, wanted.columns);
        const { locale, title } = wanted;
        const { lines, endOf } = rows;
        const isFormatted = wanted.values === 'formatted';
        const body = csvBody(lines, { columns, isFormatted, locale, mostRows: maxExportedRows, endOf });
        reply.header('content-disposition', attachment(title));
        reply.header('cache-control', 'no-store');
        const { bytes } = await sendStream(request, reply, body, { statusOf, form: 'csv' });
        rows.succeed(bytes);
      } catch (error) {
        rows.fail(error);
        if (!reply.sent) throw error;
        logFailure(request, error, statusOf(error)); // the connection is closed
      }
      return reply;
    },
  });
}

/** @throws InvalidQuery */
function readWanted(given: Readonly<Record<string, unknown>>): ExportRequest {
  const outcome = exportRequestSchema.safeParse(given, { reportInput: true });
  const problems = outcome.success ? contradictions(outcome.data) : [];
  if (outcome.success && problems.length === 0) return outcome.data;
  throw new InvalidQuery(outcome.success ? problems : outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
}

function contradictions({ query, sql, timezone }: ExportRequest): readonly WireProblem[] {
  const problem = (message: string, path: string) =>
    requestProblem('request.invalid-value', `Invalid query format: ${message}`, { path });
  return [
    ...(query === undefined && sql === undefined ? [problem('"query" or "sql" is required', 'query')] : []),
    ...(query !== undefined && sql !== undefined ? [problem('"sql" cannot be beside "query"', 'sql')] : []),
    ...(query !== undefined && timezone !== undefined
      ? [problem('"timezone" is that of a statement; a query has its own', 'timezone')]
      : []),
  ];
}

function inField({ code, message }: StatementInvalid): InvalidQuery {
  return new InvalidQuery([{ code, message, path: 'sql' }], { error: message });
}

/** Columns in the order that was asked for, then dimensions, then measures. @throws InvalidQuery */
function inOrder(columns: readonly FileColumn[], asked: readonly string[]): readonly FileColumn[] {
  const unknown = asked.filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) {
    throw new InvalidQuery(
      unknown.map((name) => {
        const message = `Invalid query format: "columns" names '${name}', which the rows do not have`;
        return requestProblem('request.invalid-value', message, { path: 'columns' });
      }),
    );
  }
  const placeOf = ({ name, role }: FileColumn) => {
    const place = asked.indexOf(name);
    return place === -1 ? asked.length + (role === 'measure' ? 1 : 0) : place;
  };
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const longestName = 80;

/** Names the file by the letters and digits of its title. */
function attachment(title: string): string {
  const words = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  const name = [...words].slice(0, longestName).join('') || 'export';
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(name)}.csv`;
}
