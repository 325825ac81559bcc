export type { StatementAdditions } from './additions.ts';
export { membersAsked } from './members-asked.ts';
export type { PlacedParameters, PlacedStatement, PrintedQuery, TemporaryRead } from './place-statement.ts';
export type { PlacedConnection } from './session.ts';
export {
  columnsOfStatement,
  explainStatement,
  placementOf,
  placedStatement,
  requireAmong,
  type StatementShape,
} from './placed-statement.ts';
export { convertToRest, convertToSql, printedQuery, printForRecord } from './convert-query.ts';
export { problemsIn, statementPieces, statementProblems } from './check-statement.ts';
export {
  type AppliedRestriction,
  provenanceOf,
  type RightsToMembers,
  rightsToMembers,
  type StatementProvenance,
} from './provenance/index.ts';
export { readSelect, readStatement, statementShapeProblems } from './read-statement.ts';
export { characterAt, invalidStatement, placeIn, StatementInvalid } from './refuse-statement.ts';
export type { RowPage } from './row-lines.ts';
export { rowsOf, type StatementRows } from './rows-of.ts';
export { type PresentedColumn, shownColumns, type ShownType, type StatementColumn } from './statement-columns.ts';
export { sqlOfStatement } from './sql-of-statement.ts';
export { readSqlCapabilities } from './read-capabilities.ts';
export type { Placement } from './describe-placement.ts';
export { describeStatement } from './describe-statement.ts';
export { Statements } from './statements.ts';
