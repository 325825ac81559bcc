export { buildCount, buildPlan, bindQuery, completePlan } from './build-plan.ts';
export { type ContextValues, noContext } from './context-values.ts';
export { adviseJoins } from './describe/advise-joins.ts';
export { type ExplainedPass, type ExplainedPasses, explainPasses } from './describe/explain-passes.ts';
export { explainPlan } from './describe/explain.ts';
export { namedByModel } from './describe/named-by-model.ts';
export { QueryableMembers } from './describe/queryable-members.ts';
export { type RowsInQuery, rowsInQuery } from './describe/rows-in-query.ts';
export { requireRules } from './guard/require-rules.ts';
export { rulesOf } from './guard/rules.ts';
export { improve } from './improve.ts';
export { followedTime } from './joins/followed-time.ts';
export { leavesByKind } from './groups/measure-leaves.ts';
export { hasRowValue } from './groups/plan-ungrouped.ts';
export { queryGrouping } from './groups/query-grouping.ts';
export { holdsLocalTime, membersOfCondition, referredGranularity, resolveAlias } from './joins/requirement.ts';
export {
  conjuncts,
  expressionsIn,
  hasWindow,
  type InstantSpan,
  type PlanCondition,
  type PlanExpression,
  readsGroups,
  type StandIn,
  typeOf,
} from './plan-expression.ts';
export {
  type ColumnId,
  type PlanColumnType,
  type JoinCondition,
  inputsOf,
  lookupOf,
  nodesOf,
  type MaskTest,
  type Plan,
  type PlanAggregate,
  type PlanColumn,
  type QueryPlan,
  type SeriesExtent,
  type WindowBound,
  modelWith,
  type SeriesPlan,
} from './plan.ts';
export { type RequestedCondition, type RequestedLeaf, isPushed, leavesOf } from './rows/requested-condition.ts';
export { itemAt } from './tree/item-at.ts';
