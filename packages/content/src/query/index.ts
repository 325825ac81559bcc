export { storedQueryProblems } from './check-stored-query.ts';
export { contentProblem } from './content-problem.ts';
export { type OpenDeployment, QueryRunner } from './query-runner.ts';
export type { QueryCell, QueryTable } from './query-table.ts';
export { inField, RefusedQuery } from './refused-query.ts';
export { readStoredQuery, runQueryOf, storedQueries, type StoredQuery } from './stored-query.ts';
