import { shownLiteral } from '@orrery/kernel';
import { StatementInvalid } from '../statement/index.ts';
import { cellsOf } from './text-rows.ts';
import { bytesOfCell, keptRows, memoryReached, type TemporaryTables, temporaryOf } from './temporary-tables.ts';
import type { ConnectionMemory, WireCaller, WireResult, WireStatement } from './wire.ts';

type CreateStatement = Extract<WireStatement, { kind: 'create' }>;

interface TemporaryChange {
  readonly tag: string;
  readonly notice?: string;
}

/** @param run runs the statement that gives the rows */
export async function changeTemporary(
  statement: Extract<WireStatement, { kind: 'create' | 'drop' }>,
  { session }: Pick<WireCaller, 'session'>,
  run: (statement: CreateStatement) => Promise<WireResult>,
): Promise<TemporaryChange> {
  const tables = temporaryOf(session);
  if (statement.kind === 'drop') return drop(statement, tables);
  const { name, what, tag, ifMissing, isReplacing, columns, hasRows } = statement;
  if (ifMissing && tables.has(name)) {
    return {
      tag: tag === 'SELECT' ? 'CREATE TABLE AS' : tag,
      notice: `relation "${shownLiteral(name)}" already exists, skipping`,
    };
  }
  const result = await run(statement);
  if (columns.length > result.columns.length) {
    await result.pieces.return();
    const message = `CREATE ${what.toUpperCase()} specifies more column names than columns`;
    throw new StatementInvalid('User Error', 'sql.column-names', message);
  }
  if (what === 'view') {
    await result.pieces.return(undefined);
    const { source, text } = statement.rows;
    if (source.kind !== 'select') throw new Error('a view is a SELECT');
    const own = tables.into({ select: source.select });
    const names = result.columns.map((column, index) => columns[index] ?? column.name);
    const namesUser = /__user/i.test(text) || own.temporary?.namesUser === true;
    const view = {
      what,
      select: own.select,
      columns: names,
      types: result.columns,
      cells: 0,
      size: 0,
      ...tables.ofView({ text, select: source.select }),
      namesUser,
    };
    tables.add(name, view, isReplacing);
    return { tag };
  }
  const { role } = session.settings;
  const rows = hasRows ? await rowsOf(result, tables, session.kept) : [];
  if (!hasRows) await result.pieces.return(undefined);
  const made = { role, requireStill: hasRows ? result.requireStill : undefined };
  tables.add(name, keptRows(result.columns, rows, columns, made), isReplacing);
  return { tag: tag === 'SELECT' ? `SELECT ${rows.length}` : tag };
}

/** Text rows. @throws StatementInvalid when there is no room for them */
async function rowsOf(
  { columns, pieces }: WireResult,
  { roomForCells, roomForCharacters }: TemporaryTables,
  kept: ConnectionMemory,
): Promise<readonly (readonly (string | null)[])[]> {
  let size = 0;
  let taken = 0;
  const rows: (string | null)[][] = [];
  try {
    for await (const piece of pieces) {
      for (const cells of cellsOf(piece)) {
        rows.push(cells.map((cell) => cell?.toString() ?? null));
        size += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      }
      const count = rows.length * columns.length;
      if (count > roomForCells || size > roomForCharacters) throw memoryReached();
      const bytes = bytesOfCell * count + 2 * size;
      kept.take(bytes - taken);
      taken = bytes;
    }
    return rows;
  } finally {
    kept.giveBack(taken); // the table takes them itself
  }
}

function drop(
  { names, what, ifThere }: Extract<WireStatement, { kind: 'drop' }>,
  tables: TemporaryTables,
): TemporaryChange {
  const [name = '', ...others] = names;
  if (others.length > 0) {
    const message = `DROP ${what.toUpperCase()} supports dropping only one ${what} at a time`;
    throw new StatementInvalid('Unsupported Error', 'sql.statement', message);
  }
  const tag = `DROP ${what.toUpperCase()}`;
  if (tables.drop(name, what)) return { tag };
  if (ifThere) return { tag, notice: `${what} "${shownLiteral(name)}" does not exist, skipping` };
  throw new StatementInvalid('User Error', 'sql.unknown-table', `${what} "${shownLiteral(name)}" does not exist`);
}
