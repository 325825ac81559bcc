import type { QueryOf, queryHistoryOperations } from '@orrery/contract';
import type { HistoryFilter } from '../../../history/index.ts';
import { InvalidFields } from '../invalid-fields.ts';
import { sizeOf } from '../page.ts';
import { readHistoryCursor } from './history-cursor.ts';

type Asked = QueryOf<typeof queryHistoryOperations.list>;

/** @throws InvalidFields */
export function readHistoryFilter(deploymentId: number, asked: Asked): HistoryFilter {
  const [from, to] = [asked.from, asked.to].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (from !== undefined && to !== undefined && from >= to) {
    throw new InvalidFields([{ path: 'to', message: 'must be after from' }]);
  }
  return {
    deploymentId,
    from,
    to,
    status: asked.status,
    errorCode: asked.error,
    endpoint: asked.endpoint,
    isCached: asked.cached === undefined ? undefined : asked.cached === 'true',
    member: asked.member,
    requestId: asked.requestId,
    tenant: asked.tenant,
    slowerThanMs: asked.slowerThanMs,
    after: asked.after === undefined ? undefined : readHistoryCursor(deploymentId, asked.after),
    first: sizeOf(asked.first),
  };
}
