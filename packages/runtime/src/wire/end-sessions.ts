import type { Select } from '@orrery/sql';
import { StatementInvalid } from '../statement/index.ts';
import { cellsOf, dataRows } from './text-rows.ts';
import type { AnnouncedColumn, WireResult, ConnectionSession } from './wire.ts';

type SelectOfTargets = Extract<Select, { kind: 'select' }>;
type EndingTarget = SelectOfTargets['targets'][number];

/** Functions that act on other connections of the same user. */
const ways: ReadonlyMap<string, 'cancel' | 'terminate'> = new Map([
  ['pg_cancel_backend', 'cancel'],
  ['pg_terminate_backend', 'terminate'],
]);
const mostSessions = 10_000;
const bool = { oid: 16, size: 1, modifier: -1 } as const;

/** A SELECT that ends connections, as one that gives the numbers of these connections. */
export interface EndingSelect {
  readonly select: Select;
  /** The way of each function, by the position of its column. */
  readonly ends: ReadonlyMap<number, 'cancel' | 'terminate'>;
}

/** @returns undefined for a SELECT that ends no connection */
export function endingSelect(select: Select): EndingSelect | undefined {
  if (select.kind !== 'select') return undefined;
  const ends = new Map<number, 'cancel' | 'terminate'>();
  const targets = select.targets.map((target, index): EndingTarget => {
    const { expression } = target;
    if (expression.kind !== 'function') return target;
    const name = expression.names.at(-1);
    const how = ways.get(name?.text.toLowerCase() ?? '');
    const [operand] = expression.arguments;
    if (!how || !name || !operand) return target;
    ends.set(index, how);
    const { position } = expression;
    const type = { names: ['int4'], modifiers: [], dimensions: 0, position };
    return {
      alias: target.alias ?? { ...name, isQuoted: true },
      expression: { kind: 'cast', operand, type, position },
    };
  });
  if (ends.size === 0) return undefined;
  const star = targets.findIndex(({ expression }) => expression.kind === 'star');
  const last = Math.max(...ends.keys());
  if (star !== -1 && star < last) {
    throw new StatementInvalid('Unsupported Error', 'sql.statement', 'Put * behind the functions that end connections');
  }
  return { select: { ...select, targets }, ends };
}

export function columnsOfEnding(
  columns: readonly AnnouncedColumn[],
  { ends }: EndingSelect,
): readonly AnnouncedColumn[] {
  return columns.map((column, index) => (ends.has(index) ? { ...column, ...bool } : column));
}

/** Ends the connections of a result, and tells for each whether there was one. */
export async function endSessions(
  result: WireResult,
  ending: EndingSelect,
  session: ConnectionSession,
): Promise<WireResult> {
  const rows: (Buffer | null)[][] = [];
  for await (const piece of result.pieces) {
    for (const row of cellsOf(piece)) rows.push(row);
    if (rows.length > mostSessions) {
      throw new StatementInvalid('User Error', 'sql.limit', `A statement may end ${mostSessions} connections`);
    }
  }
  const { formats } = result;
  const told = rows.map((cells) =>
    cells.map((cell, index) => {
      const how = ending.ends.get(index);
      if (!how || cell === null) return cell;
      const id = formats[index] === 1 ? cell.readInt32BE(0) : Number(cell.toString());
      const was = session.end(id, how);
      return formats[index] === 1 ? Buffer.from([was ? 1 : 0]) : Buffer.from(was ? 't' : 'f');
    }),
  );
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    if (told.length > 0) yield dataRows(told);
  }
  return { ...result, columns: columnsOfEnding(result.columns, ending), pieces: pieces() };
}
