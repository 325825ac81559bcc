import { queryHistoryParametersSchema } from '@orrery/contract';
import type { HistoryFilter } from '../../history/history-keeper.ts';
import { InvalidFields, readParameters } from '../invalid-fields.ts';
import { readHistoryCursor } from './history-cursor.ts';

const defaultSize = 100;
const largestSize = 1_000;

/** @throws InvalidFields */
export function readHistoryFilter(deploymentId: number, query: unknown): HistoryFilter {
  const asked = readParameters(queryHistoryParametersSchema, query);
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
    first: Math.min(asked.first ?? defaultSize, largestSize),
  };
}
