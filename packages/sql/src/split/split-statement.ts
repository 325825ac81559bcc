import { outputConstants, outputMembers } from '../blocks/index.ts';
import { type Block, blocksIn, type BoundStatement, type Relation } from '../relation/index.ts';
import { renderForDuckDb, type RenderOptions } from '../render/index.ts';
import { type ColumnTypeName, columnTypeOf, type SqlType } from '../types/index.ts';
import { type NeededRows, neededRows } from './needed-rows.ts';

/** A column of the answer. */
interface OutputColumn {
  readonly name: string;
  readonly type: SqlType;
  /** The type in the words of the answer. */
  readonly columnType: ColumnTypeName;
  /** The member of the model, or the bucket of a time, that the column shows unchanged. */
  readonly member?: string;
  /** Whether it is a constant with a value, as in `SELECT 123`. */
  readonly isConstant: boolean;
}

/** A statement over the model, split into queries of the model, its blocks, and what is computed above their rows. */
export class SplitStatement {
  readonly #statement: BoundStatement;
  /** Each block once. */
  readonly blocks: readonly Block[];
  readonly columns: readonly OutputColumn[];

  /** @param statement its blocks are found */
  constructor(statement: BoundStatement) {
    this.#statement = statement;
    this.blocks = blocksIn(statement);
    const members = outputMembers(statement);
    const constants = outputConstants(statement);
    this.columns = statement.output.map(({ name, type }, at) => {
      const [member, isConstant = false] = [members[at], constants[at]];
      return { name, type, columnType: columnTypeOf(type), isConstant, ...(member === undefined ? {} : { member }) };
    });
  }

  /** Whether only columns, order and rows of one block are chosen. */
  get isRegular(): boolean {
    const { relation, shared } = this.#statement;
    if (shared.length > 0) return false;
    let at: Relation = relation;
    for (;;) {
      if (at.kind === 'block') return true;
      const isPlain =
        at.kind === 'limit' ||
        (at.kind === 'sort' && at.by.every(({ expression }) => expression.kind === 'column')) ||
        (at.kind === 'project' && at.items.every(({ expression }) => expression.kind === 'column'));
      if (!isPlain || !('input' in at)) return false;
      at = at.input;
    }
  }

  /** Whether it says in which order its rows come. */
  get isOrdered(): boolean {
    let at = this.#statement.relation;
    while (at.kind === 'limit' || at.kind === 'project') at = at.input;
    return at.kind === 'sort';
  }

  /** The block whose groups the statement shows as they are. */
  get shownGroups(): Block | undefined {
    const { relation, shared } = this.#statement;
    if (shared.length > 0) return undefined;
    let at = relation;
    while (at.kind === 'project' || at.kind === 'filter' || at.kind === 'sort' || at.kind === 'limit') at = at.input;
    return at.kind === 'block' && at.block.query.ungrouped !== true ? at.block : undefined;
  }

  /** See `NeededRows`. */
  get neededRows(): NeededRows | undefined {
    return neededRows(this.#statement);
  }

  /** Renders the statement as one SELECT of DuckDB, whose columns are named `r1`, `r2`, ... @throws StatementRefused */
  render(options: RenderOptions): string {
    return renderForDuckDb(this.#statement, options).text;
  }
}
