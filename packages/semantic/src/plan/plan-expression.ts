import {
  type Fragment,
  type Granularity,
  granularitySql,
  type MemberId,
  type StoredForm,
  type ValueType,
} from '../model/index.ts';
import { type ConditionOver, type ExpressionFunction, holesOf, mapHoles, type QueryConstant } from '../query/index.ts';
import type { Instant, Interval, Zone } from '../time/index.ts';
import type { ColumnId } from './plan.ts';

export type PlanExpression =
  | { readonly kind: 'column'; readonly column: ColumnId }
  /** The stored value of a cube's dimension. */
  | { readonly kind: 'dimension'; readonly member: MemberId; readonly type: ValueType }
  /** A stored instant on the wall clock of a zone. `span` bounds the instants that can occur, if known. */
  | { readonly kind: 'local-time'; readonly operand: PlanExpression; readonly zone: Zone; readonly span?: InstantSpan }
  | {
      readonly kind: 'bucket';
      readonly operand: PlanExpression;
      readonly granularity: Granularity;
      readonly zone: Zone;
      readonly span?: InstantSpan;
    }
  /** A stored time with an interval added, so that its rows fall into another bucket or range. */
  | { readonly kind: 'shifted'; readonly operand: PlanExpression; readonly by: Interval }
  | { readonly kind: 'value'; readonly value: QueryConstant }
  | {
      readonly kind: 'call';
      readonly function: ExpressionFunction;
      readonly type: ValueType;
      readonly arguments: readonly PlanExpression[];
    }
  /** SQL of the data source's dialect with expressions in its holes. */
  | { readonly kind: 'sql'; readonly type: ValueType; readonly parts: readonly (string | PlanExpression)[] }
  /** A calculated measure: the author's SQL over finished measures. NULL unless all `filters` hold. */
  | {
      readonly kind: 'calculated';
      readonly sql: Fragment;
      readonly filters: readonly Fragment[];
      /** Replacement for each measure that `sql` and `filters` name. */
      readonly measures: readonly { readonly member: MemberId; readonly expression: PlanExpression }[];
      /** Replacement for each dimension in them, where they run over the rows of other measures. */
      readonly dimensions?: readonly StandIn[];
      /** The SQL reads other rows itself, so no filter may be applied at the same level. */
      readonly hasWindow?: boolean;
      /** The type of dimension that the expression is compared like. */
      readonly type?: ValueType;
      /** The form in which its values are shown, where they have another type. */
      readonly shownAs?: StoredForm;
    }
  /** The branch of a value; NULL for a value without one. */
  | {
      readonly kind: 'choice';
      readonly on: PlanExpression;
      readonly isOfNumbers: boolean;
      readonly when: readonly { readonly value: QueryConstant; readonly expression: PlanExpression }[];
      readonly otherwise?: PlanExpression;
    }
  /** Rank of a row among those equal in `within`: 1 plus the number of earlier ones. Only in a `project`. */
  | {
      readonly kind: 'rank';
      readonly within: readonly PlanExpression[];
      readonly by: readonly {
        readonly expression: PlanExpression;
        readonly type: ValueType;
        readonly isDescending: boolean;
      }[];
    }
  /** The sum of all rows equal in `within`. Only in a `project`. */
  | {
      readonly kind: 'sum-over-groups';
      readonly operand: PlanExpression;
      readonly within: readonly PlanExpression[];
    }
  /** A measure of a single row, for ungrouped queries. */
  | { readonly kind: 'row-measure'; readonly member: MemberId; readonly mayBeUnmatched: boolean }
  | { readonly kind: 'or-zero'; readonly operand: PlanExpression };

export interface StandIn {
  readonly member: MemberId;
  /** Name of the granularity. */
  readonly granularity?: string;
  readonly expression: PlanExpression;
}

/** `[from, to)`; a missing end is open. */
export interface InstantSpan {
  readonly from?: Instant;
  readonly to?: Instant;
}

export type PlanCondition = ConditionOver<PlanExpression>;

/** @returns the same expression when none of its parts changes */
export function mapExpressions(
  expression: PlanExpression,
  change: (inner: PlanExpression) => PlanExpression,
): PlanExpression {
  let isSame = true;
  const mapped = withParts(expression, (inner) => {
    const next = change(inner);
    if (next !== inner) isSame = false;
    return next;
  });
  return isSame ? expression : mapped;
}

/** The table of children, on which walks over expressions are built. */
function withParts(expression: PlanExpression, change: (inner: PlanExpression) => PlanExpression): PlanExpression {
  const changed = <Item extends { readonly expression: PlanExpression }>(item: Item): Item => ({
    ...item,
    expression: change(item.expression),
  });
  switch (expression.kind) {
    case 'column':
    case 'dimension':
    case 'value':
    case 'row-measure':
      return expression;
    case 'local-time':
    case 'bucket':
    case 'shifted':
    case 'or-zero':
      return { ...expression, operand: change(expression.operand) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map(change) };
    case 'sql':
      return { ...expression, parts: mapHoles(expression.parts, change) };
    case 'calculated':
      return {
        ...expression,
        measures: expression.measures.map(changed),
        ...(expression.dimensions ? { dimensions: expression.dimensions.map(changed) } : {}),
      };
    case 'choice':
      return {
        ...expression,
        on: change(expression.on),
        when: expression.when.map(changed),
        ...(expression.otherwise ? { otherwise: change(expression.otherwise) } : {}),
      };
    case 'rank':
      return { ...expression, within: expression.within.map(change), by: expression.by.map(changed) };
    case 'sum-over-groups':
      return { ...expression, operand: change(expression.operand), within: expression.within.map(change) };
  }
}

/** The expressions that one is made of: the same table, for walks that only look. */
export function expressionsIn(expression: PlanExpression): readonly PlanExpression[] {
  switch (expression.kind) {
    case 'column':
    case 'dimension':
    case 'value':
    case 'row-measure':
      return none;
    case 'local-time':
    case 'bucket':
    case 'shifted':
    case 'or-zero':
      return [expression.operand];
    case 'call':
      return expression.arguments;
    case 'sql':
      return holesOf(expression.parts);
    case 'calculated':
      return [...expression.measures, ...(expression.dimensions ?? none)].map((item) => item.expression);
    case 'choice': {
      const branches = expression.when.map((branch) => branch.expression);
      return [expression.on, ...branches, ...(expression.otherwise ? [expression.otherwise] : none)];
    }
    case 'rank':
      return [...expression.within, ...expression.by.map((key) => key.expression)];
    case 'sum-over-groups':
      return [expression.operand, ...expression.within];
  }
}

const none: readonly never[] = [];

/** The author's SQL in the expression itself. */
export function fragmentsIn(expression: PlanExpression): readonly Fragment[] {
  if (expression.kind === 'calculated') return [expression.sql, ...expression.filters];
  const sql = expression.kind === 'bucket' ? granularitySql(expression.granularity) : undefined;
  return sql ? [sql] : [];
}

/** Whether an expression can only be computed once its rows are final. */
export function hasWindow(expression: PlanExpression): boolean {
  if (expression.kind === 'rank' || expression.kind === 'sum-over-groups') return true;
  if (expression.kind === 'calculated' && expression.hasWindow) return true;
  return expressionsIn(expression).some(hasWindow);
}

/** Whether an expression reads the grouping columns, which not every engine allows at the level of the grouping. */
export function readsGroups(expression: PlanExpression): boolean {
  if (expression.kind === 'choice') return true;
  if (expression.kind === 'calculated' && expression.dimensions) return true;
  return expressionsIn(expression).some(readsGroups);
}

/** Replaces the columns of an expression. */
export function mapColumns(expression: PlanExpression, change: (column: ColumnId) => PlanExpression): PlanExpression {
  if (expression.kind === 'column') return change(expression.column);
  return mapExpressions(expression, (inner) => mapColumns(inner, change));
}

/** Replaces the dimensions of an expression. */
export function mapDimensions(expression: PlanExpression, change: (id: MemberId) => MemberId): PlanExpression {
  if (expression.kind === 'dimension') return { ...expression, member: change(expression.member) };
  return mapExpressions(expression, (inner) => mapDimensions(inner, change));
}

/** The type of an expression, where known: a measure's type follows from the model. */
export function typeOf(expression: PlanExpression): ValueType | undefined {
  switch (expression.kind) {
    case 'dimension':
    case 'call':
    case 'sql':
    case 'calculated':
      return expression.type;
    case 'value':
      return expression.value.type;
    case 'local-time':
    case 'bucket':
    case 'shifted':
      return 'time';
    case 'or-zero':
      return typeOf(expression.operand);
    case 'rank':
      return 'number';
    case 'column':
    case 'choice':
    case 'sum-over-groups':
    case 'row-measure':
      return undefined;
  }
}

/** The type of an expression over rows. */
export function typeOfRowExpression(expression: PlanExpression): ValueType {
  const type = typeOf(expression);
  if (type === undefined) throw new Error(`a ${expression.kind} is no expression over rows`);
  return type;
}

/** Splits a condition at AND into separate tests. */
export function conjuncts(condition: PlanCondition): readonly PlanCondition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition];
}

/** Lets no row through. */
export const never: PlanCondition = { kind: 'or', conditions: [] };
