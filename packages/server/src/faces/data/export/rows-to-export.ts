import { type ExportRequest, maxExportedRows } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import {
  allRowsOf,
  ask,
  type CallerRuntime,
  InvalidQuery,
  type ParsedQuery,
  requestProblem,
  resultColumns,
  type Waiting,
} from '@orrery/runtime';
import { principalFor } from '../admitted.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { inOrder } from './column-order.ts';
import type { CsvForm, FileColumn, ChunkOfRows } from './csv-body.ts';

/** Rows for a file, with the callback for their end. */
export interface RowsToExport extends Pick<CsvForm, 'endOf'> {
  readonly kind: 'rows';
  /** The columns in the order of the file. */
  readonly columns: readonly FileColumn[];
  /** @param isFull whether no further row has a place in the file */
  linesUntil(isFull: () => boolean): AsyncIterable<ChunkOfRows>;
  succeed(bytes: number): void;
  fail(error: unknown): void;
}

export interface AdmittedExport {
  readonly wanted: ExportRequest;
  readonly request: FastifyRequest;
  readonly runtime: CallerRuntime;
  readonly signal: AbortSignal;
}

/** One more tells whether these are all. */
const mostRows = maxExportedRows + 1;

/** Writes the last line of a file that reached the bound of rows, with numbers as in other messages. */
function endAt(limit: number): string {
  return `The rows end at the limit of ${limit.toLocaleString('en')}; there may be more`;
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** @throws what `ask` throws */
export async function rowsOfQuery(
  { wanted, request, runtime, signal }: AdmittedExport,
  dependencies: DataDependencies,
): Promise<RowsToExport | Waiting> {
  const { query, cache, columns: order, throwContinueWait } = wanted;
  const parameters = { query, ...(cache === undefined ? {} : { cache }) };
  const caller = { principal: principalFor(request), requestId: request.id, signal };
  let columns: readonly FileColumn[] = [];
  const check = ([first]: readonly ParsedQuery[]) => {
    columns = first ? inOrder(columnsOf(first), order) : [];
  };
  const options = {
    endpoint: 'export',
    ...caller,
    takes: 'lines',
    waitsForAnswer: throwContinueWait !== true,
  } as const;
  const answer = await ask(runtime, allRowsOf({ parameters, mostRows, check }), options, dependencies);
  if (answer.kind === 'wait') return answer;
  const { lines } = answer;
  const { queries } = answer.about;
  async function* linesUntil(isFull: () => boolean): AsyncGenerator<ChunkOfRows, void> {
    for await (const { of, bytes } of lines) {
      yield { bytes, of, ...rangeOf(queries[of]) };
      if (isFull()) return;
    }
  }
  return {
    kind: 'rows',
    columns,
    linesUntil,
    endOf: (counts) => (sum(counts) > maxExportedRows ? endAt(maxExportedRows) : endByRule(queries, counts)),
    succeed: answer.succeed,
    fail: answer.fail,
  };
}

function columnsOf(query: ParsedQuery): readonly FileColumn[] {
  const { outputs } = query.prepared.bound;
  return resultColumns(query).map((column, at) => (at < outputs.length ? { ...column, at } : column));
}

/** A rule may allow a query fewer rows than it asks for, or than a file has. */
function endByRule(queries: readonly ParsedQuery[], counts: readonly number[]): string | undefined {
  const ends = queries.flatMap(({ query, prepared: { bound } }, index) => {
    const { limit } = bound;
    const isLowered = limit !== undefined && limit < (query.limit ?? mostRows);
    return isLowered && (counts[index] ?? 0) >= limit ? [limit] : [];
  });
  return ends.length > 0 ? endAt(Math.min(...ends)) : undefined;
}

/** The range that a result of a comparison is of. */
function rangeOf(query: ParsedQuery | undefined): Pick<ChunkOfRows, 'text'> {
  const { mark } = query ?? {};
  const range = mark?.kind === 'range' ? query?.prepared.bound.dateRanges[mark.position] : undefined;
  return range ? { text: `${range.from} - ${range.to}` } : {};
}

/** @throws what `ask` throws */
export async function rowsOfStatement(
  sql: string,
  { wanted, request, runtime, signal }: AdmittedExport,
  dependencies: DataDependencies,
): Promise<RowsToExport | Waiting> {
  const { cache = 'stale-if-slow', timezone, columns: order, throwContinueWait } = wanted;
  if (asksToExplain.test(sql)) throw noRows();
  const question = {
    kind: 'statement',
    text: sql,
    statements: dependencies.statements,
    ...(timezone === undefined ? {} : { timezone }),
    mostRows,
    userNamed: (name: string) => dependencies.askerNamed(request, name),
  } as const;
  const options = {
    endpoint: 'export',
    principal: principalFor(request),
    requestId: request.id,
    signal,
    cacheMode: cache,
    takes: 'lines',
    waitsForAnswer: throwContinueWait !== true,
  } as const;
  const answer = await ask(runtime, question, options, dependencies);
  if (answer.kind === 'wait') return answer;
  const { lines, about, succeed, fail } = answer;
  try {
    const columns = inOrder(
      about.columns.map((column, at) => ({ ...column, at })),
      order,
    );
    return {
      kind: 'rows',
      columns,
      linesUntil: () => lines,
      endOf: (counts) => (sum(counts) > maxExportedRows ? endAt(maxExportedRows) : undefined),
      succeed,
      fail,
    };
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** EXPLAIN, behind comments too. */
const asksToExplain = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*explain\b/i;

function noRows(): InvalidQuery {
  return new InvalidQuery([requestProblem('request.invalid-value', 'EXPLAIN has no rows to export', { path: 'sql' })]);
}
