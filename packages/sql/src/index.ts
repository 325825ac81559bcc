export {
  loadParse,
  mostTextBytes,
  type Parse,
  type Parsed,
  refuseSyntax,
  parseLimits,
  parseProgram,
} from './parse/index.ts';
export { type StatementSession } from './functions/index.ts';
export { type ColumnTypeName, columnTypeOf, type ElementName, type SqlType, typeText } from './types/index.ts';
export type { Select } from './syntax/index.ts';
export { userNamed } from './syntax/index.ts';
export {
  findBlocks,
  type GrainOf,
  type SourceSql,
  outputConstants,
  outputMembers,
  type NotWhole,
  wholeQuery,
  withMostRows,
  withTimeGrains,
} from './blocks/index.ts';
export { bindStatement, modelTables } from './bind/index.ts';
export { blocksIn, hasQuery } from './relation/index.ts';
export type { Block, BoundStatement, Column, ColumnId, Relation, Scalar } from './relation/index.ts';
export {
  clauses,
  type Construct,
  forms,
  functionCapabilities,
  operatorCapabilities,
  pushedDown,
  statements,
} from './capabilities/index.ts';
export { bindPrintedQuery, type CalculatedField, type PrintOptions, printQuery } from './print/index.ts';
export { type RefusalKind, StatementRefused } from './refusal.ts';
export { type RenderedBlock, renderForDuckDb, sourceSql } from './render/index.ts';
