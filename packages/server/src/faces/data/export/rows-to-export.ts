import { type ExportRequest, maxExportedRows } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import {
  askLines,
  askStatement,
  type CallerRuntime,
  InvalidQuery,
  requestProblem,
  resultColumns,
  type StatementAnswer,
} from '@orrery/runtime';
import { principalFor } from '../admitted.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import type { CsvForm, FileColumn, RowLines } from './csv-body.ts';

/** Rows that a file is made of, and who is told how that ended. */
export interface RowsToExport extends Pick<CsvForm, 'endOf'> {
  readonly columns: readonly FileColumn[];
  readonly lines: AsyncIterable<RowLines>;
  succeed(bytes: number): void;
  fail(error: unknown): void;
}

type AnswerFacts = Parameters<Extract<StatementAnswer, { kind: 'pieces' }>['succeed']>[0]['facts'];

interface Asked {
  readonly request: FastifyRequest;
  readonly runtime: CallerRuntime;
  readonly signal: AbortSignal;
}

const lineFeed = 0x0a;
/** One more tells whether these are all. */
const mostRows = maxExportedRows + 1;

/** The bound of a file is said in it, in numbers as everywhere in messages. */
function endAt(limit: number): string {
  return `The file ends at the limit of ${limit.toLocaleString('en')} rows; there may be more`;
}

/** @throws what `askLines` throws */
export async function rowsOfQuery(
  { query, cache }: ExportRequest,
  { request, runtime, signal }: Asked,
  dependencies: DataDependencies,
): Promise<RowsToExport> {
  const parameters = { query, ...(cache === undefined ? {} : { cache }) };
  const caller = { principal: principalFor(request), requestId: request.id, signal };
  const answer = await askLines(runtime, { parameters, mostRows }, { endpoint: 'export', ...caller }, dependencies);
  const { queries } = answer.request;
  const [first] = queries;
  if (!first) throw new Error('each request has a query');
  const { bound } = first.prepared;
  const all = resultColumns(first);
  const columns = all.map((column, at) => (at < bound.outputs.length ? { ...column, at } : column));
  async function* lines(): AsyncGenerator<RowLines, void> {
    for await (const { query: of, bytes } of answer.lines) yield { bytes, ...rangeOf(of) };
  }
  return {
    columns,
    lines: lines(),
    endOf: (rows) => {
      if (rows > maxExportedRows) return endAt(maxExportedRows);
      // A rule may allow fewer rows than the file could have.
      const isRuled = first.query.limit === undefined && queries.length === 1 && rows === bound.limit;
      return isRuled ? endAt(rows) : undefined;
    },
    succeed: answer.succeed,
    fail: answer.fail,
  };
}

type ParsedQuery = Parameters<typeof resultColumns>[0];

/** The range that a result of a comparison is of. */
function rangeOf({ mark, prepared: { bound } }: ParsedQuery): Pick<RowLines, 'text'> {
  const range = mark?.kind === 'range' ? bound.dateRanges[mark.position] : undefined;
  return range ? { text: `${range.from} - ${range.to}` } : {};
}

/** @throws what `askStatement` throws */
export async function rowsOfStatement(
  { sql = '', cache = 'stale-if-slow', timezone }: ExportRequest,
  { request, runtime, signal }: Asked,
  dependencies: DataDependencies,
): Promise<RowsToExport> {
  const caller = { principal: principalFor(request), requestId: request.id, signal };
  const options = {
    ...caller,
    cacheMode: cache,
    ...(timezone === undefined ? {} : { timezone }),
    mostRows,
    takes: 'lines',
    waitsForAnswer: true,
  } as const;
  const answer = await askStatement(runtime, sql, options, dependencies);
  if (answer.kind === 'wait') throw new Error('the answer was waited for');
  const { columns } = answer;
  if (!columns)
    throw new InvalidQuery([requestProblem('request.invalid-value', 'EXPLAIN has no rows to export', { path: 'sql' })]);
  const pieces = answer.kind === 'whole' ? whole(answer.body.bytes) : answer.pieces;
  let facts: AnswerFacts | undefined;
  async function* lines(): AsyncGenerator<RowLines, void> {
    let isFirst = true;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) {
        facts = value;
        return;
      }
      yield { bytes: isFirst ? withoutFirstLine(value) : value };
      isFirst = false;
    }
  }
  return {
    columns: columns.map((column, at) => ({ ...column, at })),
    lines: lines(),
    endOf: (rows) => (rows > maxExportedRows ? endAt(maxExportedRows) : undefined),
    succeed: (bytes) => {
      if (answer.kind === 'pieces' && facts) answer.succeed({ facts, bytes });
    },
    fail: (error) => {
      if (answer.kind === 'pieces') answer.fail(error);
    },
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
  return undefined;
}

/** The columns stand in the first line. */
function withoutFirstLine(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.indexOf(lineFeed) + 1);
}
