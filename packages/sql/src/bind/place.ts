import {
  type AggregateCall,
  type Column,
  type Computed,
  keyOf,
  type SortKey,
  type WindowCall,
} from '../relation/index.ts';
import type { OrderItem, WindowDefinition } from '../syntax/index.ts';
import { type StatementBinder, newColumn } from './binder.ts';
import { settled } from './coerce.ts';
import type { NameScope } from './scope.ts';

/** Calls that are computed by a node of their own; equal calls are computed once. */
export class Calls<Call extends AggregateCall | WindowCall> {
  readonly #binder: StatementBinder;
  readonly #found = new Map<string, Computed<Call>>();

  constructor(binder: StatementBinder) {
    this.#binder = binder;
  }

  add(call: Call): Column {
    const key = keyOf(call);
    const known = this.#found.get(key);
    if (known) return known.column;
    const column = newColumn(this.#binder, call.function.name, call.type);
    this.#found.set(key, { column, expression: call });
    return column;
  }

  get all(): readonly Computed<Call>[] {
    return [...this.#found.values()];
  }
}

/** Where an expression stands, and what it may use there. */
export interface ExpressionContext {
  readonly binder: StatementBinder;
  readonly scope: NameScope;
  /** The name of the clause in messages: `WHERE`, `GROUP BY`. */
  readonly clause: string;
  /** Absent where aggregates are not allowed. */
  readonly aggregates?: Calls<AggregateCall>;
  /** Absent where window functions are not allowed. */
  readonly windows?: Calls<WindowCall>;
  /** Windows of the WINDOW clause, by name in lower case. */
  readonly named?: ReadonlyMap<string, WindowDefinition>;
}

/** The keys of an ORDER BY that names no columns of the result. */
export function sortKeys(place: ExpressionContext, items: readonly OrderItem[]): readonly SortKey[] {
  return items.map(({ expression, isDescending, nulls }) => ({
    expression: settled(place.binder.expression(place, expression)),
    isDescending,
    nullsFirst: nulls === undefined ? isDescending : nulls === 'first',
  }));
}
