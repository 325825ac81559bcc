export { membersNamed } from './bind-expression.ts';
export { type Access, type AppliedPolicy, isVisible, openAccess } from './access.ts';
export { accessFor } from './access/access-for.ts';
export { judgeQueryRule, type RulesVerdict } from './access/apply-query-rules.ts';
export { queryRuleFault } from './access/check-query-rule.ts';
export { explainAccess, type PieceAccess } from './access/explain-access.ts';
export { maskedFor } from './policies/granting.ts';
export type { QueryRule } from './access/query-rule.ts';
export { whyMissing } from './access/why-missing.ts';
export { type BindContext, bindQueryWith } from './bind.ts';
export { type RangeEnd, functionValues, holdsOf, passesNull } from './condition-facts.ts';
export {
  type Condition,
  conditionMembers,
  type ConditionOver,
  mapConditions,
  mapNames,
  mapOperands,
  membersNamedIn,
  operandsIn,
  type Test,
  testsIn,
  type TextMatch,
} from './condition.ts';
export { constantText, instantText } from './constant-text.ts';
export {
  type AggregateOfRows,
  type AlteredMeasure,
  entitiesTested,
  type Expression,
  type ExpressionFunction,
  holesOf,
  makesMeasures,
  mapHoles,
  mapInside,
  mapMembers,
  membersOf,
  membersOfFilter,
  type MeasurePerEntity,
  piecesNamedIn,
} from './expression.ts';
export { bindModelFilter } from './filters/bind-model-filter.ts';
export type { DefaultMasks } from './policies/bind-masks.ts';
export type { JoinedCubes } from './policies/joined-cubes.ts';
export { type Restrictions, restrictionsOn } from './policies/restrictions-on.ts';
export {
  type BucketFill,
  type BoundQuery,
  type FilterOperator,
  filterOperators,
  type MemberMask,
  type Output,
  type Query,
  type QueryExpression,
  type QueryFilter,
  type QueryItem,
  type QueryOrder,
  type QueryTimeDimension,
  type RowRule,
  type QueryConstant,
} from './query.ts';
export { type PhrasePoint, readPhrase } from './dates/date-phrase.ts';
export { anonymous, type RequestContext, valueAtPath } from './request-context.ts';
export { isBefore, readDerivedRange, soFar } from './dates/range-phrase.ts';
