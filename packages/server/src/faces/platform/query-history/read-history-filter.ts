import type { QueryOf, queryHistoryOperations } from '@orrery/contract';
import type { HistoryFilter } from '../../../history/index.ts';
import { InvalidFields } from '../invalid-fields.ts';
import { sizeOf } from '../page.ts';
import { readHistoryCursor } from './history-cursor.ts';

type HistoryQuery = QueryOf<typeof queryHistoryOperations.list>;

/** @throws InvalidFields */
export function readHistoryFilter(deploymentId: number, query: HistoryQuery): HistoryFilter {
  const [from, to] = [query.from, query.to].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (from !== undefined && to !== undefined && from >= to) {
    throw new InvalidFields([{ path: 'to', message: 'must be after from' }]);
  }
  return {
    deploymentId,
    from,
    to,
    status: query.status,
    errorCode: query.error,
    endpoint: query.endpoint,
    isCached: query.cached === undefined ? undefined : query.cached === 'true',
    member: query.member,
    requestId: query.requestId,
    tenant: query.tenant,
    slowerThanMs: query.slowerThanMs,
    after: query.after === undefined ? undefined : readHistoryCursor(deploymentId, query.after),
    first: sizeOf(query.first),
  };
}
