import type { ModelIndex } from './model/model-index.ts';
import type { ValueType } from './model/model.ts';
import type { Outcome } from './problem/problem.ts';
import type { BoundQuery } from './query/query.ts';
import type { Dialect } from './dialect/dialect.ts';

/** A statement ready for an engine. */
export interface CompiledQuery {
  readonly text: string;
  /** In order of the placeholders: text (numbers as digits), booleans. */
  readonly params: readonly (string | boolean | null)[];
  /** Same order as the query's outputs. */
  readonly columns: readonly { readonly name: string; readonly alias: string; readonly type: ValueType }[];
  readonly dataSource: string;
}

export interface PlannedQuery {
  readonly compiled: CompiledQuery;
  /** Indented, stable text of the plan. */
  explain(): string;
}

/** Plans a bound query and renders it. With `countsRows`, the statement gives one row: how many rows there are without limit and offset. */
export declare function compileQuery(
  query: BoundQuery,
  model: ModelIndex,
  dialect: Dialect,
  options?: { readonly countsRows?: boolean },
): Outcome<CompiledQuery>;
