import type { WireContentCheck } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { storedQueryProblems } from '../../content/query/check-stored-query.ts';
import { type ListOrder, presentKeysetPage, readKeysetPage } from '../keyset-page.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { readerIn } from './reader-in.ts';

const order: ListOrder = { name: 'content check', key: ['number', 'number'] };

/** What of the content the model breaks as it is now, as far as the caller may see both. */
export function registerContentCheckRoute(
  app: FastifyInstance,
  {
    deployments,
    contentCheck,
    queries,
    clock,
  }: Pick<PlatformDependencies, 'deployments' | 'contentCheck' | 'queries' | 'clock'>,
): void {
  app.get('/deployments/:deploymentId/content-check', async (request): Promise<WireContentCheck> => {
    const reader = await readerIn(request, deployments);
    const page = readKeysetPage(request.query, order);
    const { deploymentId, userId } = reader;
    const { runtime, context } = await queries.open({ deploymentId, as: { userId } });
    const ask = (jsonQuery: string) => storedQueryProblems(jsonQuery, runtime, context, clock.now());
    const looked = await contentCheck.look(reader, page.range, ask);
    const { items, pageInfo } = presentKeysetPage(
      looked,
      page,
      ({ key }) => key,
      (one) => one,
    );
    return {
      items: items.flatMap(({ findings }) => findings),
      checked: items.reduce((sum, { checked }) => sum + checked, 0),
      notValidated: items.reduce((sum, { notValidated }) => sum + notValidated, 0),
      pageInfo,
    };
  });
}
