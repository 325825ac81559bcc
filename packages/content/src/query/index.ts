export { storedQueryProblems } from './check-stored-query.ts';
export { contentProblem } from './content-problem.ts';
export { type OpenDeployment, QueryRunner } from './query-runner.ts';
export type { QueryCell, QueryTable } from './query-table.ts';
export { inField, RefusedQuery } from './refused-query.ts';
export {
  bytesOfQuestion,
  bytesOfSnapshotQuestion,
  changesQuestion,
  hasQuery,
  isSameQuestion,
  questionColumns,
  readParts,
  readQuestion,
  readSnapshotQuestion,
  revisedText,
  withoutQuery,
  writeChange,
  writeQuestion,
  writeSnapshotQuestion,
} from './question-columns.ts';
export {
  fieldOfQuery,
  presentCopy,
  questionFields,
  requireOneQuestion,
  withoutQuestion,
  withQuestion,
} from './question-fields.ts';
export {
  asksSource,
  isHidden,
  queriesOf,
  queryOf,
  type QuestionChange,
  questionFor,
  readStoredQuery,
  type StoredQuery,
  type StoredQuestion,
} from './stored-question.ts';
