export { allRowsOf } from './all-rows.ts';
export { otherAsker } from './bind-statement.ts';
export { requestOf, boundQuery, keptStatement } from './bind-queries.ts';
export { bindQuestion } from './bind-question.ts';
export type { BodyAnswer, BoundRequest, RepeatableBody, RepeatableRows } from './bound-request.ts';
export { keptPlaces } from './kept-places.ts';
export type { LinesHead, StatementRowsOptions } from './lines-form.ts';
export type { QueryOptions, QueryResult, RowsAnswer } from './load-form.ts';
export type { JsonQuestion, Question, SourceQuestion, StatementAsker, StatementQuestion } from './question.ts';
