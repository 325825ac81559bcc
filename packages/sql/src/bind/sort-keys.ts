import type { SortKey } from '../relation/index.ts';
import type { OrderItem } from '../syntax/index.ts';
import { settled } from './coerce.ts';
import type { ExpressionContext } from './place.ts';

/** The keys of an ORDER BY that names no columns of the result. */
export function sortKeys(place: ExpressionContext, items: readonly OrderItem[]): readonly SortKey[] {
  return items.map(({ expression, isDescending, nulls }) => ({
    expression: settled(place.binder.expression(place, expression)),
    isDescending,
    nullsFirst: nulls === undefined ? isDescending : nulls === 'first',
  }));
}
