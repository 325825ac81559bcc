import type { WireCaller, WireRows, WireRun } from '@orrery/runtime';
import { serverMessages } from '../protocol/server-messages.ts';
import { WireFailure } from '../protocol/wire-failure.ts';
import { CopyOut } from '../rows/copy-out.ts';
import { type MessageSink, RowRun } from '../rows/row-run.ts';
import { type BoundRows, type CopyStatement, findRows } from './find-rows.ts';
import type { Portal } from './portal.ts';
import { isFault } from './report-failure.ts';
import { runCommand } from './run-command.ts';
import type { SessionContext } from './session-context.ts';

export interface PortalRunOptions {
  /** Rows; `Infinity`: all. */
  readonly most: number;
  /** Whether columns are described in front of the rows, as in answers to a Query. */
  readonly describes: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs a portal, or goes on with it, and sends its rows and the tag behind them.
 *
 * @throws the errors of the statement, the reason of the signal
 */
export async function runPortal(portal: Portal, options: PortalRunOptions, context: SessionContext): Promise<void> {
  const { outbox, transaction } = context;
  transaction.requireSound(portal.input.statement);
  const found = findRows(portal.input, context);
  const { statement } = found;
  if (!statement) {
    outbox.push(serverMessages.emptyQuery);
    return;
  }
  if (portal.isOver) throw new WireFailure('55000', `portal "${portal.input.name}" cannot be run anymore`);
  if (statement.kind === 'refused') throw statement.error;
  const sink: MessageSink = (bytes, wait) => outbox.put(bytes, wait);
  if (statement.kind === 'fetch') return fetch(portal, statement, sink, options, context);
  const isAsked = statement.kind === 'rows' || statement.kind === 'copy';
  const caller = await (isAsked ? requireTaker(portal, context) : context.caller());
  options.signal.throwIfAborted();
  if (statement.kind === 'rows') {
    portal.run ??= await openRows(statement, { ...found, formats: portal.input.formats }, caller, context, options);
    const count = await sendRows(portal.run, sink, options, context);
    if (count < options.most) complete(statement.tag === 'SELECT' ? `SELECT ${count}` : statement.tag, context);
    else outbox.push(serverMessages.portalSuspended);
    return;
  }
  portal.isOver = true;
  if (statement.kind === 'copy') {
    const request = { ...found, formats: [], framing: `copy-${statement.format}`, copy: statement.options } as const;
    return copy(await openRun(statement, request, caller, context, options), statement, sink, options, context);
  }
  complete(await runCommand(statement, { portal, caller, signal: options.signal }, context), context);
}

/**
 * Finds the caller who takes the rows of a portal, or more of them. One who may not any more ends the rows; they are kept
 * when it is not known, because the look-up has failed.
 *
 * @throws as `callerAs` and `requireStill`
 */
async function requireTaker(portal: Portal, context: SessionContext): Promise<WireCaller> {
  try {
    const caller = await context.callerAs(portal.input.role);
    await portal.run?.requireStill(caller);
    return caller;
  } catch (error) {
    if (!isFault(error)) portal.run?.giveUp(error);
    throw error;
  }
}

/** @throws the errors of the statement */
async function openRows(
  statement: WireRows,
  { declared, parameters, described, formats }: Omit<BoundRows, 'statement'> & { readonly formats: readonly (0 | 1)[] },
  caller: WireCaller,
  context: SessionContext,
  options: Pick<PortalRunOptions, 'signal'>,
): Promise<RowRun> {
  const request = { declared, parameters, described, formats, framing: 'rows' } as const;
  return openRun(statement, request, caller, context, options);
}

/** Begins a statement, which the signal ends also before its first row. */
async function openRun(
  statement: Parameters<SessionContext['wire']['rows']>[0],
  request: WireRun,
  caller: WireCaller,
  { wire, kept, places }: SessionContext,
  { signal }: Pick<PortalRunOptions, 'signal'>,
): Promise<RowRun> {
  const stopping = new AbortController();
  const onAbort = () => stopping.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return new RowRun(await wire.rows(statement, request, caller, stopping.signal), stopping, { kept, places });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function sendRows(
  run: RowRun,
  sink: MessageSink,
  { describes, most, signal }: PortalRunOptions,
  { outbox }: SessionContext,
): Promise<number> {
  if (describes) outbox.push(serverMessages.rowDescription(run.columns, run.formats));
  return run.give(most, sink, signal);
}

/**
 * Gives rows of a cursor, or passes them for MOVE. The first FETCH of a cursor decides the format of its values: by
 * Bind; one of a Query reads a BINARY cursor in binary, which does not count for a Bind without formats, as in PostgreSQL.
 * psycopg 3 moves by a plain text where it fetches in binary: a MOVE takes any format, and one in front of the first FETCH
 * opens the cursor in binary if it is BINARY, else in that of the Bind of DECLARE.
 */
async function fetch(
  portal: Portal,
  { name, count, isMove }: Extract<NonNullable<Portal['input']['statement']>, { kind: 'fetch' }>,
  sink: MessageSink,
  options: PortalRunOptions,
  context: SessionContext,
): Promise<void> {
  const { outbox } = context;
  const known = context.portals.find(name);
  // One look-up is enough for a cursor that has the role of the session.
  if (!known || known.input.role !== context.settings.role) await context.caller();
  const cursor = known ?? context.portals.requireCursor(name);
  const taker = await requireTaker(cursor, context);
  options.signal.throwIfAborted();
  const wanted = portal.left ?? (count === 'all' ? Number.POSITIVE_INFINITY : count);
  if (wanted < 0) throw new WireFailure('55000', 'cursor can only scan forward');
  const run = await openCursor(cursor, { taker, wanted: portal.input.formats, isMove }, context, options);
  if (isMove) {
    portal.isOver = true;
    return complete(`MOVE ${await run.give(wanted, () => undefined, options.signal)}`, context);
  }
  const most = Math.min(wanted, options.most);
  const given = await sendRows(run, sink, { ...options, most }, context);
  portal.left = wanted - given;
  if (given === options.most && given < wanted) {
    outbox.push(serverMessages.portalSuspended);
    return;
  }
  complete(`FETCH ${given}`, context);
}

async function openCursor(
  cursor: Portal,
  {
    taker,
    wanted,
    isMove,
  }: { readonly taker: WireCaller; readonly wanted: readonly (0 | 1)[]; readonly isMove: boolean },
  context: SessionContext,
  options: PortalRunOptions,
): Promise<RowRun> {
  const { cursor: declared, name } = cursor.input;
  const inBinary = declared?.isBinary && (isMove || options.describes);
  const own = inBinary ? [1 as const] : cursor.input.formats;
  const first = isMove && own.length === 0 ? (declared?.boundIn ?? own) : own;
  const formats = wanted.length > 0 ? wanted : first;
  if (cursor.run) {
    const { run } = cursor;
    const isSame = run.formats.every(
      (format, index) => format === (formats.length > 1 ? formats[index] : (formats[0] ?? 0)),
    );
    if (isMove || isSame) return run;
    throw new WireFailure('0A000', `cursor "${name}" gives its rows in the formats of its first FETCH`);
  }
  const found = findRows(cursor.input, context);
  const { statement } = found;
  if (statement?.kind !== 'rows') throw new WireFailure('34000', `portal "${name}" gives no rows`);
  cursor.run = await openRows(statement, { ...found, formats }, taker, context, options);
  return cursor.run;
}

async function copy(
  run: RowRun,
  { format, options: written }: CopyStatement,
  sink: MessageSink,
  { signal }: PortalRunOptions,
  context: SessionContext,
): Promise<void> {
  const { outbox } = context;
  const out = new CopyOut(format);
  outbox.push(serverMessages.copyOut(format === 'binary', run.columns.length));
  try {
    const head = out.head(run.columns, written);
    if (head) outbox.push(head);
    const count = await run.give(Number.POSITIVE_INFINITY, (rows, wait) => sink(out.rows(rows), wait), signal);
    const tail = out.tail();
    if (tail) outbox.push(tail);
    outbox.push(serverMessages.copyDone);
    complete(`COPY ${count}`, context);
  } finally {
    run.close();
  }
}

function complete(tag: string, { outbox }: SessionContext): void {
  outbox.push(serverMessages.commandComplete(tag));
}
