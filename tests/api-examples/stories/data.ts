import type { Recorder } from '../recorder.ts';

const query = { measures: ['orders.count'], dimensions: ['orders.status'] };

/** Queries, statements and metadata of a deployment. */
export async function tellData(api: Recorder): Promise<void> {
  await api.ask('loadEach', { body: { queries: [{ id: 'by status', query }] } });
  await api.ask('exportRows', { body: { query, format: 'csv' } });
  await api.ask('subscribe');
  await api.ask('cancelQuery', { parameters: { requestId: 'request-1' } });
  await api.ask('values');
  await api.ask('sql');
  await api.ask('cubesql', { body: { query: 'SELECT status, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 1' } });
  await api.ask('convertQuery', { body: { input: 'rest', output: 'sql', query } });
  await api.ask('sqlCapabilities');
  await api.ask('dryRun');
  await api.ask('explain');
  await api.ask('meta');
  await api.ask('graphqlToJson', { body: { query: '{ cube { orders { count status } } }' } });
}
