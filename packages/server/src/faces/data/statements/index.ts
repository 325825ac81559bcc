export { registerConvertQueryRoute } from './convert-query-route.ts';
export { registerSqlCapabilitiesRoute } from './sql-capabilities-route.ts';
export { isStatement, statementSql } from './statement-sql.ts';
