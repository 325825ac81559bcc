import { eventually } from '../../eventually.ts';
import type { Recorder } from '../recorder.ts';

/** A query, and what is written down of it a moment later. */
export async function tellHistory(api: Recorder, data: Recorder): Promise<void> {
  await data.ask('load');
  const query = { measures: ['orders.count'], dimensions: ['orders.status'], limit: 3 }; // no other story asks it
  await data.ask('load', { body: { query }, isKept: false });
  const asked = { parameters: { deploymentId: 1, first: 1, endpoint: 'load' } };
  const { items } = await eventually(async () => {
    const { body } = await api.ask('getQueryHistory', { ...asked, isKept: false });
    if (body.items[0]?.query.limit !== query.limit) throw new Error('the query is not written down yet');
    return body;
  });
  await api.ask('getQueryHistory', asked);
  await api.ask('getQueryHistoryEntry', { parameters: { deploymentId: 1, id: items[0].id } });
}
