export type { StatementAdditions } from './additions.ts';
export {
  askStatement,
  columnsOfStatement,
  type KeptAnswer,
  type StatementAnswer,
  type StatementAsker,
  type StatementDependencies,
} from './ask-statement.ts';
export {
  askSource,
  type SourceAsker,
  type SourceRows,
  type SourceStatement,
  SourceStatementInvalid,
  tablesOfSource,
} from './source/index.ts';
export { convertToRest, convertToSql, printedQuery } from './convert-query.ts';
export { problemsIn, statementPieces, statementProblems } from './check-statement.ts';
export {
  type AppliedRestriction,
  type RightsToMembers,
  rightsToMembers,
  type StatementProvenance,
} from './provenance/index.ts';
export { statementShapeProblems } from './read-statement.ts';
export { StatementInvalid } from './refuse-statement.ts';
export type { StatementRows } from './rows-of.ts';
export { sqlOfStatement } from './sql-of-statement.ts';
export { readSqlCapabilities } from './read-capabilities.ts';
export { askStatementOnce, describeStatement } from './statement-once.ts';
export { Statements } from './statements.ts';
