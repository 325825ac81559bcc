import { queryHistoryOperations } from '@orrery/contract';
import type { QueryHistory } from '../../../history/index.ts';
import { NotFound } from '@orrery/kernel';
import { type PlatformFace, serve } from '../serve.ts';
import { presentHistory, presentHistoryDetail } from './present-history.ts';
import { readHistoryFilter } from './read-history-filter.ts';

export interface QueryHistoryServices {
  /** Absent when no history is kept. */
  readonly history: QueryHistory | undefined;
}

/** Serves the queries sent to a deployment. */
export function serveQueryHistory(face: PlatformFace, { history }: QueryHistoryServices): void {
  serve(face, queryHistoryOperations.list, async ({ deploymentId, query }) => {
    const filter = readHistoryFilter(deploymentId, query);
    const { keeper, recorder } = kept(history);
    return presentHistory(await keeper.list(filter), filter, recorder.figures);
  });

  serve(face, queryHistoryOperations.get, async ({ deploymentId, params: { id } }) => {
    const entry = await kept(history).keeper.find(deploymentId, id);
    if (!entry) throw new NotFound('query-history.unknown', `There is no entry ${id}`);
    return presentHistoryDetail(entry);
  });
}

function kept(history: QueryHistory | undefined): QueryHistory {
  if (history) return history;
  throw new NotFound('query-history.off', 'This installation keeps no query history (ORRERY_HISTORY_DAYS is 0)');
}
