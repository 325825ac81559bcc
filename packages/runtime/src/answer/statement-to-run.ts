import type { BlockColumnType, BlockToLoad, Statement } from '@orrery/engines';
import type { CompiledQuery } from '@orrery/semantic';

/** A statement of a data source, or one above the results of blocks. */
export interface StatementToRun extends CompiledQuery {
  /** Present where it runs above results; none where it reads no cube. */
  readonly blocks?: readonly BlockStatement[];
}

/** A part of a statement that runs alone, and whose rows are read above. */
export interface BlockStatement extends CompiledQuery {
  /** Cubes and views. */
  readonly pieces: readonly string[];
  /** Name of its rows in the statement above. */
  readonly table: string;
  readonly types: readonly BlockColumnType[];
}

/** All statements that run for one, in order. */
export function statementsOf(statement: StatementToRun): readonly CompiledQuery[] {
  return [...(statement.blocks ?? []), statement];
}

export function toStatement({ text, params, columns }: CompiledQuery): Statement {
  return { text, params, columns: columns.map(({ type }) => ({ type })) };
}

export function toBlock(block: BlockStatement): BlockToLoad {
  const { dataSource: source, table, types } = block;
  return { source, table, types, statement: toStatement(block) };
}
