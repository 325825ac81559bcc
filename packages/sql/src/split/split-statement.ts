import {
  type Block,
  type BoundStatement,
  type ColumnId,
  type Relation,
  type Scalar,
  scalarsIn,
  withinScalar,
} from '../relation/index.ts';
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

  /** Whether its rows tell of the model and the rights of its caller. */
  get readsCatalog(): boolean {
    return this.#statement.catalog !== undefined;
  }

  /** Whether its rows may tell the types of the columns of tables. */
  get readsColumnTypes(): boolean {
    return this.#statement.readsColumnTypes === true;
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

/** The blocks of a statement, each once. */
function blocksIn({ relation, shared }: BoundStatement): readonly Block[] {
  const found = new Set<Block>();
  const relations: Relation[] = [relation, ...shared.map((one) => one.relation)];
  for (let at = relations.pop(); at; at = relations.pop()) {
    const scalars = [...scalarsIn(at)];
    for (let scalar = scalars.pop(); scalar; scalar = scalars.pop()) {
      const inside = withinScalar(scalar);
      scalars.push(...inside.scalars);
      relations.push(...inside.queries);
    }
    for (const block of blocksBelow(at)) found.add(block);
  }
  return [...found];
}

function blocksBelow(relation: Relation): readonly Block[] {
  const found: Block[] = [];
  const relations = [relation];
  for (let at = relations.pop(); at; at = relations.pop()) {
    if (at.kind === 'block') found.push(at.block);
    if ('input' in at) relations.push(at.input);
    if ('left' in at) relations.push(at.left, at.right);
  }
  return found;
}

/**
 * Lists the members of the model, and the buckets of times, that the columns of an answer show unchanged.
 *
 * @param statement a statement with its blocks @returns one name for each column; undefined for a computed one
 */
function outputMembers({ relation, output }: BoundStatement): readonly (string | undefined)[] {
  return output.map(({ id }) => memberOf(relation, id));
}

/** Lists which columns of an answer are constants with a value, as in `SELECT 123`. */
function outputConstants({ relation, output }: BoundStatement): readonly boolean[] {
  let at = relation;
  while (at.kind === 'sort' || at.kind === 'limit') at = at.input;
  const items = at.kind === 'project' ? at.items : [];
  return output.map(({ id }) => {
    const expression = items.find(({ column }) => column.id === id)?.expression;
    return expression?.kind === 'constant' && expression.value !== null;
  });
}

function memberOf(relation: Relation, column: ColumnId): string | undefined {
  let [at, id]: [Relation, ColumnId | undefined] = [relation, column];
  for (;;) {
    switch (at.kind) {
      case 'block': {
        const { block, columns } = at;
        return block.outputs[columns.findIndex((one) => one.id === id)]?.name;
      }
      case 'project': {
        const item = at.items.find((one) => one.column.id === id);
        id = item && plainColumn(item.expression);
        if (id === undefined) return undefined;
        at = at.input;
        break;
      }
      case 'sort':
      case 'limit':
      case 'filter':
      case 'distinct':
      case 'window':
        at = at.input;
        break;
      default:
        return undefined;
    }
  }
}

/** A column, also as another type of numbers that shows the same. */
export function plainColumn(scalar: Scalar): ColumnId | undefined {
  if (scalar.kind === 'column') return scalar.column;
  if (scalar.kind !== 'cast' || scalar.type.modifier !== undefined) return undefined;
  const isWider = wider[scalar.operand.type.name]?.includes(scalar.type.name);
  return isWider ? plainColumn(scalar.operand) : undefined;
}

const wider: Readonly<Partial<Record<string, readonly string[]>>> = {
  int8: ['numeric', 'int8'],
  numeric: ['numeric'],
  float8: ['float8'],
};
