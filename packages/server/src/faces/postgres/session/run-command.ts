import { bytesOfTree, type WireCaller, type WireStatement } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { Portal } from './portal.ts';
import type { SessionContext } from './session-context.ts';

type SessionCommand = Exclude<WireStatement, { kind: 'rows' | 'copy' | 'fetch' | 'execute' | 'refused' }>;

interface CommandRun {
  readonly portal: Portal;
  readonly caller: WireCaller;
  readonly signal: AbortSignal;
}

/** Runs a statement that gives no rows. @returns its tag @throws the errors of the statement */
export async function runCommand(
  statement: WireStatement,
  { portal, caller, signal }: CommandRun,
  context: SessionContext,
): Promise<string> {
  const { settings, transaction, prepared, portals } = context;
  const command = statement as SessionCommand; // the callers run the others
  switch (command.kind) {
    case 'begin': {
      const warning = transaction.begin(command.modes);
      if (warning) context.warn(warning);
      return command.tag;
    }
    case 'commit':
    case 'rollback': {
      const { tag, warning } = transaction.end(command.kind, portal);
      if (warning) context.warn(warning);
      else if (command.andChain) transaction.begin({});
      return tag;
    }
    case 'savepoint':
    case 'release':
    case 'rollback-to':
      transaction.changeSavepoint(command, portal);
      return { savepoint: 'SAVEPOINT', release: 'RELEASE', 'rollback-to': 'ROLLBACK' }[command.kind];
    case 'set':
      warnOfLocal(command, context);
      settings.set(command.name, command.values, { isLocal: command.isLocal });
      return command.tag;
    case 'reset-all':
      settings.reset('all');
      return 'RESET';
    case 'set-transaction':
      if (!command.isForSession && transaction.status === 'I') {
        context.warn({ code: '25P01', message: 'SET TRANSACTION can only be used in transaction blocks' });
      }
      transaction.setModes(command.modes, command.isForSession ? 'session' : 'transaction');
      return 'SET';
    case 'set-role':
      warnOfLocal(command, context);
      await setRole(command, context);
      return command.tag;
    case 'declare':
      await declare(command, { portal, caller, signal }, context);
      return 'DECLARE CURSOR';
    case 'close':
      if (command.name !== undefined) portals.requireCursor(command.name);
      portals.removeWhere(({ input }) => command.name === undefined || input.name === command.name, portal);
      return command.name === undefined ? 'CLOSE CURSOR ALL' : 'CLOSE CURSOR';
    case 'deallocate':
      if (command.name === undefined) prepared.clear();
      else prepared.remove(prepared.require(command.name).name);
      return command.name === undefined ? 'DEALLOCATE ALL' : 'DEALLOCATE';
    case 'prepare':
      await prepare(command, { portal, caller, signal }, context);
      return 'PREPARE';
    case 'discard':
      discard(command.what, { portal, caller, signal }, context);
      return `DISCARD ${command.what.toUpperCase()}`;
    case 'unlisten':
      return 'UNLISTEN';
    case 'create':
    case 'drop': {
      const { tag, notice } = await context.wire.change(command, caller, signal);
      if (notice !== undefined) context.warn({ severity: 'NOTICE', code: '00000', message: notice });
      return tag;
    }
  }
}

function warnOfLocal({ isLocal }: { readonly isLocal: boolean }, { transaction, warn }: SessionContext): void {
  if (!isLocal || transaction.holdsCursors) return;
  warn({ code: '25P01', message: 'SET LOCAL can only be used in transaction blocks' });
}

async function setRole(
  { name, isLocal }: Extract<WireStatement, { kind: 'set-role' }>,
  { settings, user, requireSwitch }: SessionContext,
): Promise<void> {
  const isOwn = name === undefined || name === user;
  if (!isOwn) await requireSwitch(name);
  settings.set('role', isOwn ? undefined : [name], { isLocal });
}

/** The rows are asked for at the first FETCH; errors of the statement are those of DECLARE. */
async function declare(
  { name, isHeld, isBinary, isScroll, rows, text }: Extract<WireStatement, { kind: 'declare' }>,
  { portal, caller, signal }: CommandRun,
  { wire, portals, settings, transaction }: SessionContext,
): Promise<void> {
  if (isScroll) {
    throw new WireFailure('0A000', 'SCROLL is not supported: cursors read forward', { hint: 'Leave out SCROLL' });
  }
  if (!isHeld && !transaction.holdsCursors) {
    throw new WireFailure('25P01', 'DECLARE CURSOR can only be used in transaction blocks', {
      hint: 'Begin a transaction first, or declare the cursor WITH HOLD',
    });
  }
  portals.requireFree(name, 'cursor');
  const { declared, parameters, formats, size } = portal.input;
  const { columns } = await wire.describe(rows, declared, caller, signal);
  portals.add({
    ...{ name, text, declared, parameters, statement: rows, described: columns },
    size: size + 2 * text.length + bytesOfTree(rows),
    formats: [],
    cursor: { isHeld, isBinary, boundIn: formats },
    createdAt: Date.now(),
    depth: transaction.depth,
    role: settings.role,
  });
}

async function prepare(
  { name, types, statement, text }: Extract<WireStatement, { kind: 'prepare' }>,
  { caller, signal }: CommandRun,
  { wire, prepared }: SessionContext,
): Promise<void> {
  prepared.requireFree(name);
  const described = await wire.describe(statement, types, caller, signal);
  prepared.add({ name, text, statement, declared: types, described, isFromSql: true, preparedAt: Date.now() });
}

function discard(
  what: Extract<WireStatement, { kind: 'discard' }>['what'],
  { portal, caller }: CommandRun,
  { portals, prepared, settings, transaction, wire }: SessionContext,
): void {
  if (what === 'temp') wire.discardTemporary(caller.session);
  if (what !== 'all') return; // plans are made for each run, and there are no sequences
  if (transaction.status !== 'I') {
    throw new WireFailure('25001', 'DISCARD ALL cannot run inside a transaction block');
  }
  wire.discardTemporary(caller.session);
  portals.removeWhere(() => true, portal);
  prepared.clear();
  settings.reset('all');
  settings.set('role', undefined);
}
