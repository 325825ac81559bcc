export { badCount, checkRowFilter, leavesRowsOut } from './check/check-row-filter.ts';
export { filteredType, takesDates } from './check/filter-fault.ts';
export { expandMember, type ExpansionSize } from './check/measure-expansion.ts';
export { isNumberText, isText } from './check/value-text.ts';
export { reasonAgainst } from './check/without-broken.ts';
export {
  agrees,
  type CompileCache,
  type Compiled,
  compileModel,
  type ContextRead,
  type ModelBuild,
  type ModelFile,
  readContext,
  type TemplateInputs,
  type TemplateVariables,
} from './compile-model.ts';
export { fragmentsOf, everyPart, membersIn, referencesIn } from './facts/fragments-of.ts';
export {
  bucketLengthMs,
  bucketRule,
  describeGranularity,
  granularityNamed,
  granularityNames,
  granularitySql,
  nameOfGranularity,
  settleGranularity,
} from './facts/granularity.ts';
export { LayeredMap } from './facts/layered-map.ts';
export {
  type FolderListing,
  folderSchemaFaults,
  folderSchemas,
  listFolders,
} from './views/view-folders.ts';
export { maskReadsOf, readsOf } from './facts/member-reads.ts';
export { isOwnColumn } from './facts/own-column.ts';
export { refreshKeyValue } from './facts/refresh-key-value.ts';
export { renameMembers } from './facts/rename-members.ts';
export { isSameData } from './facts/same-data.ts';
export {
  isRealCopyId,
  isCopyId,
  limitedCopyIdOf,
  originalOf,
  realCopyIdOf,
  copyIdOf,
  unlimitedIdOf,
  askedFor,
  windowed,
  windowLeafOf,
} from './facts/copy-id.ts';
export { stageNames } from './facts/stage-names.ts';
export { type ExactNumber, exactNumberOf } from './facts/exact-numbers.ts';
export {
  isDay,
  isOfUnknownType,
  isTimeText,
  type StoredForm,
  shownAs,
  type StoredTimes,
} from './facts/stored-times.ts';
export {
  isMadeInside,
  type Masked,
  measuresInside,
  type Touched,
  type MaskedOf,
  touchedAnywhere,
  touchedBy,
} from './facts/touched.ts';
export { classOf } from './resolve/resolve-measure.ts';
export { type FilterOperator, filterOperators } from './form/filter-operators.ts';
export type { Mask, Policy, PolicyExpression, PolicyFilter, PolicyTerm } from './form/policy.ts';
export { longestJoinPath } from './graph/join-graph.ts';
export { type ModelSite, problemAt, type SiteOptions } from './locate.ts';
export {
  cubeOf,
  factOf,
  keptFacts,
  factOfPart,
  indexContent,
  indexModel,
  type ModelIndex,
  requireCube,
  asDimension,
  requireDimension,
  requireMeasure,
  requireMember,
  requirePiece,
  requireSegment,
  type UnavailablePiece,
} from './model-index.ts';
export type {
  AggregateFunction,
  CalendarShift,
  CaseLabel,
  CaseLabelOver,
  CaseValue,
  ChoiceOver,
  ConditionTarget,
  ContextPart,
  ContextPath,
  Cube,
  CubeName,
  CustomGranularity,
  DefaultFilter,
  Dimension,
  DimensionExpression,
  DimensionFacts,
  ViewFolder,
  Format,
  Fragment,
  FragmentPart,
  GrainItem,
  Granularity,
  Join,
  Link,
  MaskPart,
  LinkFacts,
  Measure,
  MeasureExpression,
  MeasureFacts,
  Member,
  MemberFace,
  MemberId,
  ModelFilter,
  Piece,
  PreAggregation,
  PreAggregationType,
  RefreshKey,
  RefreshSchedule,
  Relationship,
  RollingWindow,
  RowValue,
  RowValueOver,
  Segment,
  StageExpression,
  StageFilter,
  StageValue,
  TextPart,
  TimeShift,
  ValueType,
  View,
  ExpressionFunction,
} from './model.ts';
