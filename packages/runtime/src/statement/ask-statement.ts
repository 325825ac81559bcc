import type { CacheMode } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import type { Select } from '@orrery/sql';
import { frameRows } from '@orrery/engines';
import {
  type Answer,
  type AnswerFacts,
  type AnswerOutcome,
  type AnswerService,
  CompressedOnce,
  type StreamOutcome,
} from '../answer/index.ts';
import {
  contextOf,
  knowTypes,
  noteAnswers,
  type NotedAnswer,
  openNote,
  type OpenNote,
  ownerOf,
  type QueryEvent,
  type QueryObserver,
  tenantOf,
} from '../query/index.ts';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';
import type { StatementOutcome } from './explain-statement.ts';
import type { PlacedStatement } from './place-statement.ts';
import type { StatementAdditions } from './additions.ts';
import { membersAsked } from './members-asked.ts';
import { provenanceOf } from './provenance/index.ts';
import { readSelect, readStatement, zoneNamed } from './read-statement.ts';
import type { RowPage } from './row-lines.ts';
import { rowsOf, type StatementRows, type StatementRowsColumn, typedColumns } from './rows-of.ts';
import { type ShownColumn, shownColumns } from './statement-columns.ts';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

export interface StatementDependencies {
  readonly answers: AnswerService;
  readonly statements: Statements;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  readonly isDevelopment: boolean;
}

export interface StatementOptions {
  /** The endpoint in metrics and in the query history; absent: `cubesql`. */
  readonly endpoint?: Extract<QueryEvent['endpoint'], 'cubesql' | 'export'>;
  readonly principal: DataScope;
  readonly requestId: string;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
  readonly cacheMode: CacheMode;
  /** IANA name; absent: the zone of the project. */
  readonly timezone?: string;
  /** Absent: all rows. */
  readonly mostRows?: number;
  /** Whether the rows without that bound are counted, as `totalRows`. */
  readonly countsTotal?: boolean;
  readonly additions?: StatementAdditions;
  /** The only cubes and views that it may ask; absent: those that the caller sees. */
  readonly pieces?: ReadonlySet<string> | undefined;
}

/** `lines`: a body, and a long one while it is made. Rows are waited for as long as the signal allows. */
type Taken = 'rows' | 'lines';

type Asking = StatementOptions & {
  readonly takes: Taken;
  /** Whether it waits for an answer that takes longer than a request waits. */
  readonly waitsForAnswer: boolean;
  /** Whether EXPLAIN shows the SQL of data sources. */
  readonly showsSql?: boolean;
  /** Whether rows come with what is known of how they came about. */
  readonly tellsProvenance?: boolean;
  /** The rows that are read of the answer; absent: all. */
  readonly page?: RowPage;
  /** Finds a user with whose rights the caller may run statements; absent: the caller may use none. */
  readonly userNamed?: (name: string) => Promise<StatementAsker | undefined>;
};

/** The user whose rows a statement has, and the runtime with the model that this user sees. */
export interface StatementAsker {
  readonly principal: DataScope;
  readonly runtime: CallerRuntime;
}

/** A cached answer, and the model that its question was bound to. */
export interface KeptAnswer {
  readonly key: string;
  readonly answer: Answer;
  readonly model: ModelSnapshot;
}

/** Lines of JSON: one with the columns, then the rows. `pieces` come while the statement runs. */
export type StatementAnswer =
  | {
      readonly kind: 'whole';
      readonly body: CompressedOnce;
      /** Absent for EXPLAIN. */
      readonly columns?: readonly ShownColumn[];
      /** Present when a repetition has the same answer, while it is good. */
      readonly kept?: KeptAnswer;
      /** The statement, as the history notes it. */
      readonly noted: QueryEvent['query'];
    }
  | {
      readonly kind: 'pieces';
      readonly columns: readonly ShownColumn[];
      /** Throws why the rows end early, after whole lines. */
      readonly pieces: AsyncGenerator<Uint8Array, AnswerFacts>;
      succeed(sent: { readonly facts: AnswerFacts; readonly bytes: number }): void;
      fail(error: unknown): void;
    }
  | Extract<AnswerOutcome, { kind: 'wait' }>;

/**
 * Runs a statement of SQL over the model for a caller: the only function that does. Its parts over the model are bound,
 * ruled, masked, planned and keyed like queries; all of it runs and is kept like the answer of one.
 *
 * @throws StatementInvalid; InvalidQuery when the model cannot answer a part; DataSourceFailure, Unavailable,
 * QueryCancelled, Invalid for answers that are too large, the reason of the signal
 */
export function askStatement(
  runtime: CallerRuntime,
  text: string,
  options: StatementOptions &
    Pick<Asking, 'tellsProvenance' | 'page'> & { readonly takes: 'rows'; readonly waitsForAnswer: true },
  dependencies: StatementDependencies,
): Promise<StatementRows>;
export function askStatement(
  runtime: CallerRuntime,
  text: string,
  options: Asking & { readonly takes: 'lines' },
  dependencies: StatementDependencies,
): Promise<StatementAnswer>;
export async function askStatement(
  runtime: CallerRuntime,
  text: string,
  options: Asking,
  dependencies: StatementDependencies,
): Promise<StatementAnswer | StatementRows> {
  const { endpoint = 'cubesql', principal, requestId, signal, cacheMode, takes } = options;
  const { answers, statements } = dependencies;
  const owner = ownerOf(principal, requestId);
  const reader = statements.of(runtime, principal);
  const instant = statements.instantOf(owner, text, dependencies.clock.now());
  const request = { id: requestId };
  const open = openNote({ endpoint, request, principal, runtime }, dependencies);
  const { note } = open;
  note.query = { sql: text };
  try {
    const { select, explain } =
      takes === 'lines' ? await readStatement(text, reader) : { select: await readSelect(text, reader) };
    const other = await otherAsker(select, text, options);
    const asker: StatementAsker = other ?? { principal, runtime };
    const placing = { ...options, text, now: instant, principal: asker.principal, user: other?.name };
    const placed = await placedStatement(select, asker.runtime, placing);
    note.query = { sql: text, members: placed.blocks.flatMap(({ bound }) => membersAsked(bound)) };
    if (options.pieces) requireAmong(options.pieces, placed);
    if (explain?.isAnalyzed === false) return await explained();
    const caller = { tenant: tenantOf(principal), owner, signal };
    const asking = {
      question: placed,
      context: contextOf(asker.principal),
      runtime: asker.runtime,
      cacheMode,
      ...caller,
    };
    const answer = () => (takes === 'rows' ? answers.answer(asking) : answers.answerOrStream(asking));
    let outcome = await answer();
    while (outcome.kind === 'wait' && options.waitsForAnswer) outcome = await answer();
    if (outcome.kind === 'wait') {
      statements.keepInstant(owner, text, instant);
      note.reported = 'request.continue-wait';
      open.succeed();
      return outcome;
    }
    if (explain) return await explained(outcome);
    if (outcome.kind === 'stream') return inPieces(outcome, placed, open);
    noteAnswers(note, [outcome]);
    if (takes === 'rows') {
      const rows = rowsOf(outcome.answer, placed, options.page);
      const zone = options.timezone ?? runtime.query.defaultZone;
      const provenance = options.tellsProvenance ? provenanceOf(placed, outcome, asker.runtime, zone) : undefined;
      open.succeed();
      return provenance ? { ...rows, provenance } : rows;
    }
    const body = bodyOf(outcome.answer, placed, answers.cache.reweigher(outcome.key, outcome.answer));
    note.bytes = body.bytes.byteLength;
    open.succeed();
    const { key, cache } = outcome;
    const isRepeatable = cache === 'hit' && !placed.readsNow && !other; // who asks may lose the right to ask as them
    return {
      kind: 'whole',
      body,
      columns: shownColumns(placed),
      noted: note.query,
      ...(isRepeatable ? { kept: { key, answer: outcome.answer, model: placed.model } } : {}),
    };

    async function explained(run?: StatementOutcome): Promise<StatementAnswer> {
      const { explainStatement } = await import('./explain-statement.ts');
      const explaining = {
        context: contextOf(asker.principal),
        runtime: asker.runtime,
        showsSql: options.showsSql ?? false,
      };
      const body = await explainStatement(placed, explaining, run && { outcome: run, note });
      open.succeed();
      return { kind: 'whole', body, noted: note.query };
    }
  } catch (error) {
    open.fail(error);
    throw error;
  }
}

/** The columns that the rows of a statement would have; it is not run. @throws as `askStatement` for one that is wrong */
export async function columnsOfStatement(
  runtime: CallerRuntime,
  text: string,
  { principal, now, signal, pieces }: Pick<Placed, 'principal' | 'now' | 'signal'> & Pick<StatementOptions, 'pieces'>,
  { statements }: Pick<StatementDependencies, 'statements'>,
): Promise<readonly StatementRowsColumn[]> {
  const select = await readSelect(text, statements.of(runtime, principal));
  const placed = await placedStatement(select, runtime, { text, now, principal, signal });
  if (pieces) requireAmong(pieces, placed);
  return typedColumns(placed);
}

/** @throws StatementInvalid for a statement that asks another cube or view */
function requireAmong(pieces: ReadonlySet<string>, { pieces: asked }: PlacedStatement): void {
  const [other] = asked.filter((name) => !pieces.has(name));
  if (other === undefined) return;
  throw new StatementInvalid('User Error', 'sql.out-of-session', `The session may not ask '${other}'`);
}

/** The user that a statement names by `__user`, if the caller may ask as them. */
async function otherAsker(
  select: Select,
  text: string,
  { userNamed }: Pick<Asking, 'userNamed'>,
): Promise<(StatementAsker & { readonly name: string }) | undefined> {
  if (!userNamed || !/__user/i.test(text)) return undefined;
  const { userNamed: nameIn } = await import('@orrery/sql');
  const name = nameIn(select);
  const found = name === undefined ? undefined : await userNamed(name);
  return name === undefined || !found ? undefined : { ...found, name };
}

type Placed = Pick<StatementOptions, 'principal' | 'timezone' | 'mostRows' | 'countsTotal' | 'additions'> & {
  readonly text: string;
  readonly now: number;
  /** See `placeStatement`. */
  readonly user?: string | undefined;
  /** Fires when the caller leaves. */
  readonly signal?: AbortSignal | undefined;
};

/** Places a statement over a model that knows the times and numbers that it reads. @throws as `askStatement` */
export async function placedStatement(
  select: Select,
  runtime: CallerRuntime,
  { text, now, principal, timezone, mostRows, countsTotal, additions, user, signal }: Placed,
): Promise<PlacedStatement> {
  const zone = timezone === undefined ? runtime.query.defaultZone : zoneNamed(timezone);
  const { placeStatement } = await import('./place-statement.ts');
  const shape = { mostRows, countsTotal, additions, user };
  const placing = { text, zone, now, context: contextOf(principal), runtime, ...shape };
  const asker = { tenant: tenantOf(principal), insists: true, signal };
  const prepare = (state: Parameters<typeof placeStatement>[2]) => placeStatement(select, placing, state);
  const placed = await knowTypes(runtime, asker, prepare, ({ blocks }) => blocks);
  return { ...placed, model: runtime.times.of(runtime.model) };
}

function schemaLine({ columns, zone: timezone }: PlacedStatement, refreshedAt: number): Buffer {
  const lastRefreshTime = new Date(refreshedAt).toISOString();
  return Buffer.from(`${JSON.stringify({ schema: columns, lastRefreshTime, timezone })}\n`);
}

function bodyOf(answer: Answer, placed: PlacedStatement, onGrown: () => void): CompressedOnce {
  const known = answer.bodies.get('lines');
  if (known) return known;
  const head = schemaLine(placed, answer.refreshedAt);
  const bytes = frameRows(head, answer.data, new Uint8Array());
  const body = new CompressedOnce(bytes, { encodings: 'fast', onCompressed: onGrown });
  answer.data = [bytes.subarray(head.length)]; // one copy of the rows, not two
  answer.bodies.set('lines', body);
  onGrown();
  return body;
}

function inPieces(
  { stream, cache, planMs, leave }: StreamOutcome,
  placed: PlacedStatement,
  { note, succeed, fail }: OpenNote,
): StatementAnswer {
  const noteIt = (answer: NotedAnswer) => noteAnswers(note, [{ cache, planMs, answer }]);
  noteIt({ ...stream.head, rowCount: undefined, timingsMs: undefined });
  async function* lines(): AsyncGenerator<Uint8Array, AnswerFacts> {
    yield schemaLine(placed, stream.head.refreshedAt);
    for (;;) {
      const piece = await stream.rows.next();
      if (piece === undefined) break;
      yield piece;
    }
    const { facts } = stream.rows;
    if (facts === undefined) throw new Error('rows that are over have facts');
    return facts;
  }
  return {
    kind: 'pieces',
    columns: shownColumns(placed),
    pieces: lines(),
    succeed: ({ facts, bytes }) => {
      noteIt(facts);
      note.bytes = bytes;
      leave();
      succeed();
    },
    fail: (error) => {
      leave();
      fail(error);
    },
  };
}
