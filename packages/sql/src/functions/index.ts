export { type Branches, renderBranches } from './branches.ts';
export { allEntries, functionsNamed, operatorsNamed, refusalOf } from './catalogue.ts';
export { renderCast } from './duckdb/cast.ts';
export { renderConstant } from './duckdb/constant.ts';
export { type CannotRender, isCannot, type Rendered, type Scale } from './duckdb/rendered.ts';
export type { Entry, FunctionKind, Origin, Session, WriteCall } from './entry.ts';
export { duckDbTarget } from './duckdb/target.ts';
export { type CallDetails, renderAggregate, renderCall } from './render-call.ts';
export type { TargetEngine, TargetForms, TargetName } from './target.ts';
