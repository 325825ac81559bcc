export type { RawTarget } from './author-sql/context-call.ts';
export { isColumnName, type RawPart } from './author-sql/fragment.ts';
export { type CronSchedule, readCron } from './cube/cron-schedule.ts';
export { nextReading } from './cube/next-reading.ts';
export { defaultDataSource } from './cube/read-cube.ts';
export type {
  BareReference,
  ChoiceDefinition,
  CubeDefinition,
  Definition,
  DimensionDefinition,
  FilterDefinition,
  HierarchyDefinition,
  IncludedMember,
  Inclusion,
  JoinDefinition,
  LabelDefinition,
  LinkDefinition,
  Losses,
  MeasureDefinition,
  MeasureType,
  MemberDefinition,
  PreAggregationDefinition,
  RowSource,
  SegmentDefinition,
  AuthorSql,
  StageDefinition,
  ViewDefinition,
} from './definition.ts';
export { hintForOperator } from './fields/operator-hint.ts';
export { optional } from './fields/read-fields.ts';
export { maxNameLength } from './fields/read-name.ts';
export { type FilterOperator, filterOperators } from './filter-operators.ts';
export {
  finding,
  type Finding,
  costsOnlyItself,
  isInPreAggregation,
  labelOf,
  type Mark,
  type Near,
  pathOf,
  type KeyPath,
  placeOf,
} from './finding.ts';
export { formatExpectation, readFormat } from './member/format.ts';
export type { MaskDefinition } from './member/read-mask.ts';
export { measureValueType } from './member/read-measure.ts';
export { isParsed, type ParsedFile, parseFile } from './parse-file.ts';
export type { ModelFile, SourceFile } from './source-file.ts';
export type { MemberChoice, PlacedName, PolicyDefinition, PolicyFilterDefinition } from './policy/policy-definition.ts';
export { readPolicyText } from './policy/policy-text.ts';
export type {
  DefaultFilterDefinition,
  FolderDefinition,
  FolderItem,
  ViewGroupDefinition,
} from './view/view-definition.ts';
export { codeFrame } from './yaml/code-frame.ts';
export { definitionLines } from './yaml/definition-lines.ts';
export { indexLines, spanAt } from './yaml/line-index.ts';
export { holdsModelKey, isBlankYaml } from './yaml/parse-yaml.ts';
export { locateFindings } from './yaml/positions.ts';
export { repeatedKeys } from './yaml/repeated-keys.ts';
export { type Chunk, insertTexts, type MappedText, type SourceMap, TemplatePlaces } from './yaml/source-map.ts';
