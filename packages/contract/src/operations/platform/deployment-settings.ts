import {
  dataSourceSchema,
  dataSourcesSchema,
  dataSourceUpdateSchema,
  deploymentVariablesSchema,
  deploymentVariablesUpdateSchema,
  newDataSourceSchema,
  pageQuerySchema,
  sourceSqlRequestSchema,
  sqlSourcesSchema,
  sqlTablesSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { changing, onDeployment } from '../takes.ts';

const tag = 'Settings of deployments';

/** Variables of the project of a deployment, and the database servers that it queries. */
export const deploymentSettingOperations = {
  variables: get('/deployments/:deploymentId/variables', {
    id: 'getDeploymentVariables',
    tag,
    summary: 'List the variables of a deployment, without their values; takes the right DeploymentUpdate',
    takes: onDeployment('DeploymentUpdate'),
    answer: deploymentVariablesSchema,
  }),
  updateVariables: put('/deployments/:deploymentId/variables', {
    id: 'updateDeploymentVariables',
    tag,
    summary: 'Set or remove variables; takes the right DeploymentUpdate',
    takes: changing('DeploymentUpdate'),
    body: deploymentVariablesUpdateSchema,
    answer: deploymentVariablesSchema,
    example: { variables: [{ name: 'REGION', value: 'north' }] },
  }),
  listSources: get('/deployments/:deploymentId/data-sources', {
    id: 'getDataSources',
    tag,
    summary: 'Database servers of a deployment, without their passwords and tokens; takes the right DeploymentUpdate',
    takes: onDeployment('DeploymentUpdate'),
    query: pageQuerySchema,
    answer: dataSourcesSchema,
  }),
  createSource: post('/deployments/:deploymentId/data-sources', {
    id: 'createDataSource',
    tag,
    summary: 'Add a database server to a deployment; takes the right DeploymentUpdate',
    takes: changing('DeploymentUpdate'),
    body: newDataSourceSchema,
    answer: dataSourceSchema,
    example: {
      name: 'default',
      type: 'postgres',
      host: 'db.example.com',
      database: 'shop',
      user: 'reader',
      password: 'hunter2hunter2',
    },
  }),
  getSource: get('/deployments/:deploymentId/data-sources/:id', {
    id: 'getDataSource',
    tag,
    summary: 'Get a database server; takes the right DeploymentUpdate',
    takes: onDeployment('DeploymentUpdate'),
    idOf: 'data source',
    answer: dataSourceSchema,
  }),
  updateSource: put('/deployments/:deploymentId/data-sources/:id', {
    id: 'updateDataSource',
    tag,
    summary: 'Change a database server; takes the right DeploymentUpdate',
    takes: changing('DeploymentUpdate'),
    idOf: 'data source',
    body: dataSourceUpdateSchema,
    answer: dataSourceSchema,
    example: { user: 'reader', password: 'hunter2hunter2' },
  }),
  deleteSource: remove('/deployments/:deploymentId/data-sources/:id', {
    id: 'deleteDataSource',
    mayConflict: true,
    tag,
    summary: 'Remove a database server; takes the right DeploymentUpdate',
    takes: onDeployment('DeploymentUpdate'),
    idOf: 'data source',
    answer: 'nothing',
  }),
};

const sqlTag = 'SQL of data sources';
const takesSql = onDeployment('SqlRunnerRead');

/** Statements that developers write in the SQL of a data source, past the model. */
export const sourceSqlOperations = {
  sources: get('/deployments/:deploymentId/source-sql', {
    id: 'getSqlSources',
    tag: sqlTag,
    summary: 'Data sources of a deployment that statements can be run on; takes the right SqlRunnerRead',
    takes: takesSql,
    answer: sqlSourcesSchema,
  }),
  tables: get('/deployments/:deploymentId/source-sql/:sourceName/tables', {
    id: 'getSqlTables',
    tag: sqlTag,
    summary: 'Tables of a data source with their columns; takes the right SqlRunnerRead',
    takes: takesSql,
    answer: sqlTablesSchema,
  }),
  run: post('/deployments/:deploymentId/source-sql', {
    id: 'runSourceSql',
    tag: sqlTag,
    summary:
      'Run one statement that reads, in the SQL of a data source: lines of JSON, first { "schema", "lastRefreshTime", "isTruncated" }, then { "data" } with rows; takes the right SqlRunnerRead',
    takes: takesSql,
    body: sourceSqlRequestSchema,
    answer: 'lines',
    mayMiss: true,
    example: { dataSource: 'default', sql: 'SELECT 1 AS one' },
  }),
};
