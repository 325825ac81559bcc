import { shownLiteral } from '@orrery/kernel';
import { bytesOfTree, type DescribedWire, type PreparedShown, type WireStatement } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { wireBounds } from './wire-bounds.ts';

/** A statement that was parsed, by the protocol or by PREPARE. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Absent for an empty text. */
  readonly statement: WireStatement | undefined;
  /** OIDs that were declared; 0 where a type was left open. */
  readonly declared: readonly number[];
  readonly described: DescribedWire;
  readonly isFromSql: boolean;
  /** Epoch milliseconds. */
  readonly preparedAt: number;
  /** Memory of it, with what it was read into. */
  readonly bytes: number;
}

const overheadBytes = 2_048;
const sizeOf = ({ name, text, statement, declared, described }: Omit<PreparedStatement, 'bytes'>) =>
  overheadBytes +
  2 * (name.length + text.length) +
  8 * declared.length +
  bytesOfTree(described) +
  (statement ? bytesOfTree(statement) : 0);

/** The prepared statements of a connection by their names; the one without a name is replaced by the next. */
export class PreparedStatements {
  readonly #byName = new Map<string, PreparedStatement>();
  readonly #kept: KeptBytes;

  constructor(kept: KeptBytes) {
    this.#kept = kept;
  }

  /** @throws WireFailure */
  requireFree(name: string): void {
    if (name === '') return;
    if (this.#byName.has(name))
      throw new WireFailure('42P05', `prepared statement "${shownLiteral(name)}" already exists`);
    const count = this.#byName.size;
    if (count >= wireBounds.statements) throw noRoom('prepared statement', count, wireBounds.statements);
  }

  /** @throws WireFailure */
  add(statement: Omit<PreparedStatement, 'bytes'>): void {
    this.requireFree(statement.name);
    this.remove(statement.name);
    const bytes = sizeOf(statement);
    this.#kept.take(bytes);
    this.#byName.set(statement.name, { ...statement, bytes });
  }

  /** @throws WireFailure */
  require(name: string): PreparedStatement {
    const found = this.#byName.get(name);
    if (found) return found;
    if (name === '') throw new WireFailure('26000', 'unnamed prepared statement does not exist');
    throw new WireFailure('26000', `prepared statement "${shownLiteral(name)}" does not exist`);
  }

  /** Removes one, if it exists. */
  remove(name: string): boolean {
    const found = this.#byName.get(name);
    if (!found) return false;
    this.#kept.giveBack(found.bytes);
    return this.#byName.delete(name);
  }

  clear(): void {
    for (const name of [...this.#byName.keys()]) this.remove(name);
  }

  shown(): readonly PreparedShown[] {
    return [...this.#byName.values()]
      .filter(({ name }) => name !== '')
      .map(({ name, text, described, isFromSql, preparedAt }) => ({
        ...{ name, text, isFromSql, preparedAt },
        parameters: described.parameters,
      }));
  }
}

export function noRoom(noun: string, actual: number, most: number): WireFailure {
  const message = `Unable to allocate a new ${noun}: max allocation reached, actual: ${actual}, max: ${most}`;
  return new WireFailure('53400', message);
}
