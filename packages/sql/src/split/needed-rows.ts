import {
  type Block,
  type BoundStatement,
  type Column,
  type ColumnId,
  hasQuery,
  type Relation,
  type Scalar,
} from '../relation/index.ts';

/** The block of a statement whose rows are only chosen, ordered and limited, and which of them it reads at most. */
export interface NeededRows {
  readonly block: Block;
  readonly count: number;
  /** The order that decides which rows are the first ones; empty: any. */
  readonly order: readonly NeededOrder[];
}

interface NeededOrder {
  /** Position of the column in the block. */
  readonly at: number;
  /** The type of the column in the statement. */
  readonly type: Column['type'];
  readonly isDescending: boolean;
  readonly nullsFirst: boolean;
}

type ColumnOrder = Omit<NeededOrder, 'at' | 'type'> & { readonly column: ColumnId };

/**
 * Finds the block of a statement such as `SELECT * FROM orders LIMIT 100`, or with `ORDER BY amount DESC`, so that its data
 * source need not send all rows. Rows that an order leaves equal are equally right.
 */
export function neededRows({ relation, shared }: BoundStatement): NeededRows | undefined {
  if (shared.length > 0) return undefined;
  // The rows of `at` that the relations above it read: at most so many, chosen in this order.
  let count: number | undefined;
  let keys: readonly ColumnOrder[] = [];
  for (let at: Relation = relation; ; at = at.input) {
    switch (at.kind) {
      case 'block': {
        const order = orderOf(keys, at.columns);
        return count === undefined || !order ? undefined : { block: at.block, count, order };
      }
      case 'limit': {
        const most = mostOf(at);
        if (most === undefined) return undefined;
        // An order above this limit sorts the rows that it leaves, so a limit above that says nothing of those below.
        const outer = keys.length > 0 ? undefined : count;
        const needed = Math.min(most.limit, outer ?? Number.POSITIVE_INFINITY) + most.offset;
        count = Number.isSafeInteger(needed) ? needed : undefined;
        keys = [];
        break;
      }
      case 'sort': {
        const own = at.by.map(({ expression, ...key }) => ({ ...key, column: columnOf(expression) }));
        if (keys.length > 0) break; // the order above decides
        keys = own.filter((key): key is ColumnOrder => key.column !== undefined);
        if (keys.length < own.length) return undefined;
        break;
      }
      case 'project': {
        if (at.items.some(({ expression }) => hasQuery(expression))) return undefined;
        const inner = new Map(at.items.map(({ column, expression }) => [column.id, columnOf(expression)]));
        const moved = keys.map((key) => ({ ...key, column: inner.get(key.column) }));
        if (moved.some(({ column }) => column === undefined)) return undefined;
        keys = moved.filter((key): key is ColumnOrder => key.column !== undefined);
        break;
      }
      default:
        return undefined;
    }
  }
}

function orderOf(keys: readonly ColumnOrder[], columns: readonly Column[]): readonly NeededOrder[] | undefined {
  const order = keys.flatMap(({ column, isDescending, nullsFirst }): readonly NeededOrder[] => {
    const at = columns.findIndex(({ id }) => id === column);
    const found = columns[at];
    return found ? [{ at, type: found.type, isDescending, nullsFirst }] : [];
  });
  return order.length === keys.length ? order : undefined;
}

function mostOf({ count, offset }: Extract<Relation, { kind: 'limit' }>) {
  const limit = count ? numberOf(count) : Number.POSITIVE_INFINITY;
  const skipped = offset ? numberOf(offset) : 0;
  return limit === undefined || skipped === undefined ? undefined : { limit, offset: skipped };
}

function columnOf(scalar: Scalar): ColumnId | undefined {
  return scalar.kind === 'column' ? scalar.column : undefined;
}

function numberOf(scalar: Scalar): number | undefined {
  const inner = scalar.kind === 'cast' ? scalar.operand : scalar;
  if (inner.kind !== 'constant' || inner.value === null || !/^\d{1,15}$/.test(inner.value)) return undefined;
  return Number(inner.value);
}
