import type { Block, BoundStatement, Relation, Scalar } from '@orrery/sql';

/** The block of a statement whose rows are only chosen and limited, and how many of them it reads at most. */
export interface NeededRows {
  readonly block: Block;
  readonly count: number;
}

/**
 * Finds the block of a preview, such as `SELECT * FROM orders LIMIT 100`. Without an order, any of its rows are right, so its
 * data source need not send all of them.
 */
export function neededRows({ relation, shared }: BoundStatement): NeededRows | undefined {
  if (shared.length > 0) return undefined;
  let count: number | undefined;
  for (let at: Relation = relation; ; at = at.input) {
    if (at.kind === 'block') return count === undefined ? undefined : { block: at.block, count };
    if (at.kind === 'limit') {
      const limit = at.count ? numberOf(at.count) : Number.POSITIVE_INFINITY;
      const offset = at.offset ? numberOf(at.offset) : 0;
      if (limit === undefined || offset === undefined) return undefined;
      const most = Math.min(limit, count ?? Number.POSITIVE_INFINITY) + offset;
      count = Number.isSafeInteger(most) ? most : undefined;
    } else if (at.kind !== 'project' || !at.items.every(({ expression }) => isPlain(expression))) {
      return undefined;
    }
  }
}

/** An expression that keeps each row as one row. */
function isPlain(scalar: Scalar): boolean {
  return scalar.kind === 'column' || scalar.kind === 'constant' || (scalar.kind === 'cast' && isPlain(scalar.operand));
}

function numberOf(scalar: Scalar): number | undefined {
  const inner = scalar.kind === 'cast' ? scalar.operand : scalar;
  if (inner.kind !== 'constant' || inner.value === null || !/^\d{1,15}$/.test(inner.value)) return undefined;
  return Number(inner.value);
}
