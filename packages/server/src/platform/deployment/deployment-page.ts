import { deploymentsQuerySchema, type WireDeployment, type WireDeployments } from '@orrery/contract';
import { InvalidFields, readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';

const defaultLimit = 20;
const largestLimit = 1_000;

/** Which part of the list is asked for. */
export interface DeploymentsQuery {
  /** Any of them; absent: whatever it is. */
  readonly steps: readonly string[] | undefined;
  /** Deployments are few: the page is cut from all that the caller may see. */
  readonly cut: (all: readonly WireDeployment[]) => WireDeployments;
}

/** @throws InvalidFields, also for pages by cursor and by offset at once */
export function readDeploymentsQuery(query: unknown): DeploymentsQuery {
  const { creationStep: steps, first, after, limit, offset } = readParameters(deploymentsQuerySchema, query);
  if (first === undefined && after === undefined) {
    const range = { limit: Math.min(limit ?? defaultLimit, largestLimit), offset: offset ?? 0 };
    return { steps, cut: (all) => page(all, range) };
  }
  if (limit !== undefined || offset !== undefined) {
    const path = limit === undefined ? 'offset' : 'limit';
    throw new InvalidFields([{ path, message: 'cannot be used together with first and after' }]);
  }
  const { afterId, size } = readPage({ first, after });
  return {
    steps,
    cut: (all) => page(all, { limit: size, offset: all.filter(({ id }) => id <= afterId).length }),
  };
}

function page(
  all: readonly WireDeployment[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): WireDeployments {
  const rows = all.slice(offset, offset + limit + 1);
  const afterId = offset > 0 ? (all[Math.min(offset, all.length) - 1]?.id ?? 0) : 0;
  const { items, pageInfo } = presentPage(rows, { size: limit, afterId }, (deployment) => deployment);
  const total = all.length;
  return {
    items: [...items],
    data: [...items],
    pageInfo: { ...pageInfo, hasPreviousPage: offset > 0 },
    pagination: { limit, offset, total },
    count: total,
    totalCount: total,
  };
}
