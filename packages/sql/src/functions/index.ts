export { clickhouseTarget, rendersOnClickhouse } from './clickhouse/target.ts';
export { meanEntry } from './aggregate/mean-entry.ts';
export { renderBranches } from './branches.ts';
export { allEntries, functionsNamed, operatorsNamed, refusalOf } from './catalogue.ts';
export { renderCast } from './duckdb/cast.ts';
export { decimalsOfMean } from './duckdb/division.ts';
export { readLiteral } from './duckdb/read-literal.ts';
export { type CannotRender, isCannot, type Rendered, type Scale } from './duckdb/rendered.ts';
export type {
  FunctionEntry,
  FunctionKind,
  ObjectNames,
  Origin,
  StatementSession,
} from './entry.ts';
export { isObjectKind, typeNames } from './duckdb/object-names.ts';
export { quoted } from './duckdb/template.ts';
export { duckDbType } from './duckdb/type-names.ts';
export { temporarySchemaOid } from './scalar/catalog.ts';
export { settingsOf } from './scalar/system.ts';
export { quotedIdentifier } from './scalar/quoting.ts';
export { duckDbTarget } from './duckdb/target.ts';
export { renderAggregate, renderCall } from './render-call.ts';
export type { TargetEngine } from './target.ts';
export { fieldNamed } from './scalar/extract.ts';
export { mysqlTarget, rendersOnMysql } from './mysql/target.ts';
export { postgresTarget } from './postgres/target.ts';
export { targetNamed } from './targets.ts';
export { rendersOnTrino, trinoTarget } from './trino/target.ts';
