import { shownLiteral } from '@orrery/kernel';
import type { AnnouncedColumn, WireStatement } from '@orrery/runtime';
import { type ExecuteMessage, type NamedMessage, type ParseMessage, readBind } from '../protocol/client-messages.ts';
import { serverMessages } from '../protocol/server-messages.ts';
import { protocolViolation, WireFailure } from '../protocol/wire-failure.ts';
import type { Portal } from './portal.ts';
import { runPortal } from './run-portal.ts';
import type { SessionContext } from './session-context.ts';

export async function answerParse(
  { name, text, types }: ParseMessage,
  signal: AbortSignal,
  { wire, prepared, outbox, transaction, caller }: SessionContext,
): Promise<void> {
  prepared.requireFree(name);
  const current = await caller();
  const [statement, second] = await wire.read(text, current);
  if (second) throw new WireFailure('42601', 'cannot insert multiple commands into a prepared statement');
  transaction.requireSound(statement);
  const described =
    statement && !isDescribedHere(statement)
      ? await wire.describe(statement, types, current, signal)
      : { parameters: [] };
  prepared.add({ name, text, statement, declared: types, described, isFromSql: false, preparedAt: Date.now() });
  outbox.push(serverMessages.parseComplete);
}

/** @param body of the message, of which the portal keeps a copy: the bytes around it belong to other messages */
export function answerBind(body: Buffer, context: SessionContext): void {
  const { prepared, portals, outbox, transaction, settings } = context;
  const { portal, statement: name, parameters, formats, size } = readBind(Buffer.from(body));
  const { text, statement, declared, described, bytes } = prepared.require(name);
  transaction.requireSound(statement);
  const wanted = described.parameters.length;
  if (parameters.length !== wanted) {
    throw protocolViolation(
      `bind message supplies ${parameters.length} parameters, but prepared statement "${shownLiteral(name)}" requires ${wanted}`,
    );
  }
  const columns = columnsOf(statement, described.columns, context);
  if (formats.length > 1 && formats.length !== (columns?.length ?? 0)) {
    throw protocolViolation(
      `bind message has ${formats.length} result formats but query has ${columns?.length ?? 0} columns`,
    );
  }
  portals.add({
    ...{ name: portal, statement, declared, parameters, formats, text, size: size + bytes },
    ...{ described: described.columns, createdAt: Date.now(), depth: transaction.depth, role: settings.role },
  });
  outbox.push(serverMessages.bindComplete);
}

export function answerDescribe({ kind, name }: NamedMessage, context: SessionContext): void {
  const { prepared, portals, outbox, transaction } = context;
  if (kind === 'S') {
    const { statement, described } = prepared.require(name);
    const columns = columnsOf(statement, described.columns, context);
    if (columns) transaction.requireSound(statement);
    outbox.push(serverMessages.parameterDescription(described.parameters));
    outbox.push(columns ? serverMessages.rowDescription(columns, []) : serverMessages.noData);
    return;
  }
  const portal = portals.require(name);
  const { statement, described } = portal.input;
  const columns = columnsOf(statement, described, context);
  if (!columns) {
    outbox.push(serverMessages.noData);
    return;
  }
  transaction.requireSound(statement);
  const formats = formatsOf(portal, context);
  const each = columns.map((_, index) => (formats.length > 1 ? formats[index] : formats[0]) ?? 0);
  outbox.push(serverMessages.rowDescription(columns, each));
}

export async function answerExecute(
  { portal: name, most }: ExecuteMessage,
  signal: AbortSignal,
  context: SessionContext,
): Promise<void> {
  const portal = context.portals.require(name);
  const rows = most === 0 ? Number.POSITIVE_INFINITY : most;
  await runPortal(portal, { most: rows, describes: false, signal }, context);
}

export function answerClose({ kind, name }: NamedMessage, { prepared, portals, outbox }: SessionContext): void {
  if (kind === 'S') prepared.remove(name);
  else portals.remove(name);
  outbox.push(serverMessages.closeComplete);
}

/** Whether the columns of a statement are those of a cursor or of another statement of the connection. */
function isDescribedHere({ kind }: WireStatement): boolean {
  return kind === 'fetch' || kind === 'execute';
}

function columnsOf(
  statement: WireStatement | undefined,
  described: readonly AnnouncedColumn[] | undefined,
  { portals, prepared }: SessionContext,
): readonly AnnouncedColumn[] | undefined {
  if (statement?.kind === 'execute') return prepared.require(statement.name).described.columns;
  // DECLARE gives no rows itself; its cursor does, which is described by its own name.
  if (statement?.kind === 'declare') return undefined;
  if (statement?.kind !== 'fetch') return described;
  if (statement.isMove) return undefined;
  const cursor = portals.find(statement.name);
  return cursor?.run?.columns ?? cursor?.input.described;
}

/** FETCH without formats of its own gives rows in those of its cursor. */
function formatsOf({ input }: Portal, { portals }: SessionContext): readonly (0 | 1)[] {
  if (input.formats.length > 0 || input.statement?.kind !== 'fetch') return input.formats;
  return portals.find(input.statement.name)?.input.formats ?? [];
}
