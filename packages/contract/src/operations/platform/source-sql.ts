import { sourceSqlRequestSchema, sqlSourcesSchema, sqlTablesSchema } from '../../platform/index.ts';
import { get, post } from '../operation.ts';
import { onDeployment } from '../takes.ts';

const tag = 'SQL of data sources';
const takes = onDeployment('SqlRunnerRead');

/** Statements that developers write in the SQL of a data source, past the model. */
export const sourceSqlOperations = {
  sources: get('/deployments/:deploymentId/source-sql', {
    id: 'getSqlSources',
    tag,
    summary: 'Data sources of a deployment that statements can be run on; takes the right SqlRunnerRead',
    takes,
    answer: sqlSourcesSchema,
  }),
  tables: get('/deployments/:deploymentId/source-sql/:sourceName/tables', {
    id: 'getSqlTables',
    tag,
    summary: 'Tables of a data source with their columns; takes the right SqlRunnerRead',
    takes,
    answer: sqlTablesSchema,
  }),
  run: post('/deployments/:deploymentId/source-sql', {
    id: 'runSourceSql',
    tag,
    summary:
      'Run one statement that reads, in the SQL of a data source: lines of JSON, first { "schema", "lastRefreshTime", "isTruncated" }, then { "data" } with rows; takes the right SqlRunnerRead',
    takes,
    body: sourceSqlRequestSchema,
    answer: 'lines',
    mayMiss: true,
    example: { dataSource: 'default', sql: 'SELECT 1 AS one' },
  }),
};
