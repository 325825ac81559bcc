import { eventually } from '../../eventually.ts';
import type { Recorder } from '../recorder.ts';

/** A query, and what is written down of it a moment later. */
export async function tellHistory(api: Recorder, data: Recorder): Promise<void> {
  await data.ask('load');
  const asked = { parameters: { deploymentId: 1, first: 1, endpoint: 'load' } };
  const { items } = await eventually(async () => {
    const { body } = await api.ask('getQueryHistory', asked);
    if (body.items.length === 0) throw new Error('nothing is written down yet');
    return body;
  });
  await api.ask('getQueryHistoryEntry', { parameters: { deploymentId: 1, id: items[0].id } });
}
