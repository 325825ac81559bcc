import { type CacheMode, cacheModes } from '@orrery/contract';
import type { WireRowEncoding } from '@orrery/engines';
import { unlessAborted } from '@orrery/kernel';
import { wireParts } from '@orrery/sql';
import { ask, type AskDependencies, type LinesAnswer } from '../ask/index.ts';
import type { LinesHead } from '../question/index.ts';
import type { Statements } from '../statement/index.ts';
import type { PlacedStatement } from '../statement/index.ts';
import { StatementInvalid } from '../statement/index.ts';
import type { RunConnection } from './connection-facts.ts';
import type { WrittenSelect } from './typed-wire.ts';
import { askedValuesOf, requireSameRights, rightsOf, wireAskerOf } from './wire-asker.ts';
import type { AnnouncedColumn, WireCaller, WireResult, WireRun } from './wire.ts';

export interface RunDependencies extends AskDependencies {
  readonly statements: Statements;
}

/** Columns as RowDescription has them. */
export function shownColumnsOf({
  columns,
  sqlTypes,
}: Pick<PlacedStatement, 'columns' | 'sqlTypes'>): readonly AnnouncedColumn[] {
  return columns.map(({ name }, index) => ({ name, ...wireParts.wireTypeOf(sqlTypes[index] ?? { name: 'text' }) }));
}

/** Format of each column by the list of Bind. @throws StatementInvalid for a list of another length */
export function formatsOf(formats: readonly (0 | 1)[], columns: readonly AnnouncedColumn[]): readonly (0 | 1)[] {
  const [first = 0] = formats;
  if (formats.length <= 1) return columns.map(() => first);
  if (formats.length === columns.length) return formats;
  const message = `bind message has ${formats.length} result formats but query has ${columns.length} columns`;
  throw new StatementInvalid('User Error', 'sql.parameter-count', message);
}

/** A placed statement whose rows are messages of one form. */
interface FramedStatement {
  readonly form: string;
  readonly columns: readonly AnnouncedColumn[];
  readonly placed: PlacedStatement;
}

/** How a placed statement was framed last. */
const lastFramed = new WeakMap<PlacedStatement, FramedStatement>();

function framedIn(placed: PlacedStatement, run: WireRun): FramedStatement {
  const { formats, framing, copy = null } = run;
  const form = JSON.stringify([formats, framing, copy]);
  const last = lastFramed.get(placed);
  if (last?.form === form) return last;
  const columns = shownColumnsOf(placed);
  const encoding = encodingOf(columns, run);
  const identity = JSON.stringify(['wire', placed.identity, encoding]);
  const framed = { form, columns, placed: { ...placed, identity, encoding: () => encoding } };
  lastFramed.set(placed, framed);
  return framed;
}

/**
 * Runs a SELECT through `ask`; its rows are kept in the form in which they are sent, so that an equal one is answered from
 * memory.
 *
 * @throws what `ask` throws; so do the pieces
 */
export async function runSelect(
  written: WrittenSelect,
  run: WireRun,
  caller: WireCaller,
  connection: RunConnection,
  signal: AbortSignal,
  dependencies: RunDependencies,
): Promise<WireResult> {
  const { runtime, principal, requestId, session } = caller;
  const { zone: timezone, cacheMode } = session.settings;
  const { asker, userNamed, parameters, texts } = await askedValuesOf(written, run, caller);
  const rights = rightsOf(asker);
  await written.requireStill?.(caller);
  let columns: readonly AnnouncedColumn[] = [];
  const frame = (placed: PlacedStatement): PlacedStatement => {
    const framed = framedIn(placed, run);
    ({ columns } = framed);
    requireSame(columns, run.described);
    return framed.placed;
  };
  const question = {
    kind: 'statement',
    text: written.text,
    statements: dependencies.statements,
    ...(timezone === undefined ? {} : { timezone }),
    ...(userNamed ? { userNamed } : {}),
    wire: {
      select: written.select,
      named: texts.length > 0 ? wireParts.withTexts(written.select, texts) : written.select,
      parameters,
      connection: connection.facts,
      temporary: written.temporary,
      frame,
    },
  } as const;
  const options = {
    endpoint: 'cubesql',
    principal,
    requestId,
    signal,
    cacheMode: modeNamed(cacheMode),
    takes: 'lines',
    waitsForAnswer: true,
  } as const;
  const answer = await ask(runtime, question, options, dependencies);
  if (answer.kind === 'wait') throw new Error('an answer that is waited for is there');
  const pieces = piecesOf(answer, signal);
  await pieces.next(); // begun, so that closing it ends the answer although no row was read
  try {
    for (const { name, value, isLocal } of connection.changes) session.settings.set(name, [value], { isLocal });
    return {
      ...{ columns, formats: formatsOf(run.formats, columns), pieces },
      release: answer.release,
      isWaitedFor: answer.isWaitedFor,
      requireStill: async (now) => {
        requireSameRights(rights, await wireAskerOf(written, () => texts, now));
        await written.requireStill?.(now);
      },
    };
  } catch (error) {
    await pieces.return();
    throw error;
  }
}

/** Yields an empty piece first: the body of a generator that was not begun does not run when it is closed. */
async function* piecesOf(
  { lines, succeed, fail }: LinesAnswer<LinesHead>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  try {
    yield new Uint8Array(0);
    for (;;) {
      const { done, value } = await unlessAborted(lines.next(), signal);
      if (done) break;
      bytes += value.bytes.byteLength;
      if (value.bytes.byteLength > 0) yield value.bytes;
    }
  } catch (error) {
    fail(error);
    bytes = -1;
    throw error;
  } finally {
    const over = lines.return(undefined); // where the reader has enough, too
    if (signal.aborted) over.catch(() => undefined);
    else await over;
    if (bytes >= 0) succeed(bytes);
  }
}

function encodingOf(columns: readonly AnnouncedColumn[], { formats, framing, copy }: WireRun): WireRowEncoding {
  const shown = framing === 'rows' ? formatsOf(formats, columns) : [];
  return {
    format: 'wire',
    framing,
    ...(copy ? { copy } : {}),
    columns: columns.map(({ name, oid, modifier: typmod }, output) => ({
      name,
      output,
      oid,
      typmod,
      isBinary: framing === 'copy-binary' || shown[output] === 1,
    })),
  };
}

/** @throws StatementInvalid when the model has changed the columns since they were described */
function requireSame(columns: readonly AnnouncedColumn[], described: readonly AnnouncedColumn[] | undefined): void {
  if (!described) return;
  const isSame =
    columns.length === described.length &&
    columns.every(({ name, oid, modifier }, index) => {
      const other = described[index];
      return other?.name === name && other.oid === oid && other.modifier === modifier;
    });
  if (isSame) return;
  throw new StatementInvalid('Unsupported Error', 'sql.changed-result', 'cached plan must not change result type');
}

function modeNamed(name: string | undefined): CacheMode {
  return cacheModes.find((mode) => mode === name) ?? 'stale-if-slow';
}
