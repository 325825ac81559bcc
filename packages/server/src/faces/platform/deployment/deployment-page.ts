import type { deploymentOperations, QueryOf, WireDeployment } from '@orrery/contract';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, type Page, presentPage, rangeFrom, readPage } from '../page.ts';

const defaultLimit = 20;
const largestLimit = 1_000;
const order = byNumber('deployments');

/** Cuts the requested page from all deployments the caller may see; they are few. */
export type CutDeployments = (all: readonly WireDeployment[]) => ReturnType<typeof cut>;

/** @throws InvalidFields, also when a page has both a cursor and an offset */
export function readDeploymentsPage({
  first,
  after,
  limit,
  offset,
}: QueryOf<typeof deploymentOperations.list>): CutDeployments {
  if (first === undefined && after === undefined) {
    const range = { limit: Math.min(limit ?? defaultLimit, largestLimit), offset: offset ?? 0 };
    return (all) => cut(all, range);
  }
  if (limit !== undefined || offset !== undefined) {
    const path = limit === undefined ? 'offset' : 'limit';
    throw new InvalidFields([{ path, message: 'cannot be used together with first and after' }]);
  }
  const page = readPage({ first, after }, order);
  const { afterId } = rangeFrom(page);
  return (all) => cut(all, { limit: page.size, offset: all.filter(({ id }) => id <= afterId).length });
}

function cut(all: readonly WireDeployment[], { limit, offset }: { readonly limit: number; readonly offset: number }) {
  const page: Page<WireDeployment> = { size: limit, order, range: { most: limit + 1 } };
  const { items, pageInfo } = presentPage(all.slice(offset, offset + limit + 1), page, (deployment) => deployment);
  const total = all.length;
  return {
    items,
    data: items,
    pageInfo: { ...pageInfo, hasPreviousPage: offset > 0 },
    pagination: { limit, offset, total },
    count: total,
    totalCount: total,
  };
}
