import { frameRows } from '@orrery/engines';
import {
  type Answer,
  type AnswerBody,
  type AnswerFacts,
  type AnswerService,
  type AnswerStream,
  CompressedOnce,
} from '../answer/index.ts';
import { contextOf, type QueryNote } from '../query/index.ts';
import type { CacheMode } from '@orrery/contract';
import {
  explainStatement,
  type PlacedStatement,
  provenanceOf,
  type RowPage,
  rowsOf,
  type PresentedColumn,
  shownColumns,
  type StatementRows,
} from '../statement/index.ts';
import type { PlacedQuestion } from './bind-statement.ts';
import type { BoundRequest, RepeatableBody } from './bound-request.ts';

/** How the rows of a statement are read into memory. */
export interface StatementRowsOptions {
  /** Whether rows come with what is known of how they came about. */
  readonly tellsProvenance?: boolean;
  /** The rows that are read of the answer; absent: all. */
  readonly page?: RowPage;
}

interface LinesFormSettings {
  readonly options: StatementRowsOptions & { readonly cacheMode?: CacheMode };
  readonly answers: Pick<AnswerService, 'cache'>;
  /** Slot of the clock in which it was bound. */
  readonly slot: number;
  readonly note: QueryNote;
}

/** The columns of lines. */
export interface LinesHead {
  readonly columns: readonly PresentedColumn[];
}

/** A statement in the form of `/v1/cubesql`: lines of JSON, one with the columns, then the rows. */
export function linesForm(
  { question, placed, asker, explain, zone, isOfOther, keepInstant }: PlacedQuestion,
  { options, answers, slot, note }: LinesFormSettings,
): BoundRequest<StatementRows, LinesHead> {
  const { cacheMode = 'stale-if-slow', page, tellsProvenance } = options;
  const { runtime, principal } = asker;
  const context = contextOf(principal);
  return {
    questions: [{ question: placed, runtime, context, cacheMode }],
    mayStream: true,
    about: { columns: shownColumns(placed) },
    ...(explain
      ? {
          explain: {
            ...explain,
            body: (run) => {
              const showsSql = question.explains?.showsSql ?? false;
              return explainStatement(placed, { context, runtime, showsSql }, run);
            },
          },
        }
      : {}),
    onWait: keepInstant,
    rows: ([outcome]) => {
      if (!outcome) throw new Error('a statement has one answer');
      const rows = rowsOf(outcome.answer, placed, page);
      return tellsProvenance ? { ...rows, provenance: provenanceOf(placed, outcome, runtime, zone) } : rows;
    },
    body: ([outcome]) => {
      if (!outcome) throw new Error('a statement has one answer');
      const { key, answer, cache } = outcome;
      const body = bodyOf(answer, placed, answers.cache.reweigher(key, answer));
      // Callers may lose the right to ask in the name of another user.
      const isRepeatable = cache === 'hit' && !placed.readsNow && !isOfOther;
      const { model } = placed;
      const repeated: RepeatableBody = { key, answer, model, slot, variant: 'lines', noted: note.query };
      return { kind: 'body', body, repeatable: () => (isRepeatable ? repeated : undefined) };
    },
    pieces: (stream) => lines(stream, placed),
  };
}

function schemaLine({ columns, zone: timezone }: PlacedStatement, refreshedAt: number): Buffer {
  const lastRefreshTime = new Date(refreshedAt).toISOString();
  return Buffer.from(`${JSON.stringify({ schema: columns, lastRefreshTime, timezone })}\n`);
}

function bodyOf(answer: Answer, placed: PlacedStatement, onGrown: () => void): AnswerBody {
  const known = answer.bodies.get('lines')?.forRequest(undefined);
  if (known) return known;
  const head = schemaLine(placed, answer.refreshedAt);
  const bytes = frameRows(head, answer.data, new Uint8Array());
  const body = new CompressedOnce(bytes, { encodings: 'fast', onCompressed: onGrown });
  answer.data = [bytes.subarray(head.length)]; // one copy of the rows, not two
  answer.bodies.set('lines', body);
  onGrown();
  return body;
}

async function* lines({ head, rows }: AnswerStream, placed: PlacedStatement): AsyncGenerator<Uint8Array, AnswerFacts> {
  yield schemaLine(placed, head.refreshedAt);
  for (;;) {
    const piece = await rows.next();
    if (piece === undefined) break;
    yield piece;
  }
  const { facts } = rows;
  if (facts === undefined) throw new Error('rows that are over have facts');
  return facts;
}
