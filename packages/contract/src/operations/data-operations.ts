import {
  cancelledQueriesSchema,
  convertedQuerySchema,
  dryRunAnswerSchema,
  explainAnswerSchema,
  loadResultSchema,
  metaAnswerSchema,
  multiLoadResultSchema,
  sqlAnswerSchema,
  sqlAnswersSchema,
  sqlCapabilitiesSchema,
  statementSqlAnswerSchema,
  valuesAnswerSchema,
} from '../data/index.ts';
import { get, type Operation, post, remove } from './operation.ts';
import { anybody, token } from './takes.ts';

const tag = 'Data';
const loaded = loadResultSchema.or(multiLoadResultSchema);

/**
 * The Data API, below the address of a deployment. Its own parsers read the requests: large ones in another thread, and
 * each problem with its position in the query.
 */
export const dataOperations = {
  load: post('/v1/load', {
    id: 'load',
    tag,
    summary: 'Run queries and answer with their rows',
    takes: token('data'),
    alsoBy: 'GET',
    answer: loaded,
  }),
  loadEach: post('/v1/load-each', {
    id: 'loadEach',
    tag,
    summary: 'Run queries that have nothing to do with each other; a line of JSON for each as soon as it is answered',
    takes: token('data'),
    answer: 'lines',
  }),
  exportRows: post('/v1/export', {
    id: 'exportRows',
    tag,
    summary: 'All rows of a query or of a statement as a file, while they are made',
    takes: token('data'),
    answer: 'csv',
  }),
  subscribe: post('/v1/subscribe', {
    id: 'subscribe',
    tag,
    summary: 'Run queries for callers that repeat them until the answer is ready',
    takes: token('data'),
    alsoBy: 'GET',
    answer: loaded,
  }),
  cancel: remove('/v1/running-query/:requestId', {
    id: 'cancelQuery',
    tag,
    summary: 'Cancel the queries of the caller with a request id',
    takes: token('any'),
    answer: cancelledQueriesSchema,
  }),
  values: post('/v1/values', {
    id: 'values',
    tag,
    summary: 'Suggest values of a dimension',
    takes: token('data'),
    alsoBy: 'GET',
    answer: valuesAnswerSchema,
  }),
  sql: post('/v1/sql', {
    id: 'sql',
    tag,
    summary: 'The statement that a query, or a statement of SQL over the model, becomes',
    takes: token('sql'),
    alsoBy: 'GET',
    answer: sqlAnswerSchema.or(sqlAnswersSchema).or(statementSqlAnswerSchema),
  }),
  cubesql: post('/v1/cubesql', {
    id: 'cubesql',
    tag,
    summary: 'Run a statement of SQL over cubes and views, answered in lines of JSON',
    takes: token('data'),
    answer: 'text',
  }),
  convertQuery: post('/v1/convert-query', {
    id: 'convertQuery',
    tag,
    summary: 'A statement of SQL over the model as a query, or a query as a statement',
    takes: token('sql'),
    answer: convertedQuerySchema,
  }),
  sqlCapabilities: get('/v1/sql-capabilities', {
    id: 'sqlCapabilities',
    tag,
    summary: 'The statements, clauses, functions, types and operators of SQL over the model',
    takes: token('sql'),
    answer: sqlCapabilitiesSchema,
  }),
  dryRun: post('/v1/dry-run', {
    id: 'dryRun',
    tag,
    summary: 'The meaning of a query, without running it',
    takes: token('data'),
    alsoBy: 'GET',
    answer: dryRunAnswerSchema,
  }),
  explain: post('/v1/explain', {
    id: 'explain',
    tag,
    summary: 'The meaning of a query, and how it would be answered',
    takes: token('sql'),
    alsoBy: 'GET',
    answer: explainAnswerSchema.or(explainAnswerSchema.array()),
  }),
  meta: get('/v1/meta', {
    id: 'meta',
    tag,
    summary: 'The model, as far as the caller may see it',
    takes: token('meta'),
    answer: metaAnswerSchema,
  }),
  socket: get('/v1/ws', {
    id: 'socket',
    tag,
    summary: 'Opens a WebSocket; its first message holds the token',
    takes: anybody,
    answer: 'nothing',
  }),
} satisfies Readonly<Record<string, Operation>>;
