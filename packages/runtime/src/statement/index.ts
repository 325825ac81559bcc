export { askStatement, type KeptAnswer, type StatementAnswer } from './ask-statement.ts';
export { convertToRest, convertToSql } from './convert-query.ts';
export { StatementInvalid } from './refuse-statement.ts';
export { Statements } from './statements.ts';
