import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { QueryHistory } from '../../history/start-history.ts';
import { NotFound } from '../../http/errors.ts';
import { requireDeployments } from '../../identity/actor.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { adminOf } from '../request-actor.ts';
import { presentHistory, presentHistoryDetail } from './present-history.ts';
import { readHistoryFilter } from './read-history-filter.ts';

const mostEntryDigits = 15;

/** What was asked of a deployment, for admins. */
export function registerQueryHistoryRoutes(
  app: FastifyInstance,
  { deployments, history }: Pick<PlatformDependencies, 'deployments' | 'history'>,
): void {
  app.get('/deployments/:deploymentId/query-history', async (request) => {
    const deploymentId = await deploymentIn(request, deployments);
    const filter = readHistoryFilter(deploymentId, request.query);
    const { keeper, recorder } = kept(history);
    return presentHistory(await keeper.list(filter), filter, recorder.figures);
  });

  app.get('/deployments/:deploymentId/query-history/:id', async (request) => {
    const deploymentId = await deploymentIn(request, deployments);
    const id = pathNumber(request, 'id', 'entry', mostEntryDigits);
    const entry = await kept(history).keeper.find(deploymentId, id);
    if (!entry) throw new NotFound('query-history.unknown', `There is no entry ${id}`);
    return presentHistoryDetail(entry);
  });
}

/** Whoever may not administer, and keys for other deployments, learn nothing of which there are. */
async function deploymentIn(
  request: FastifyRequest,
  deployments: PlatformDependencies['deployments'],
): Promise<number> {
  const actor = adminOf(request);
  const id = pathNumber(request, 'deploymentId', 'deployment');
  requireDeployments(actor, [id]);
  await deployments.requireAll(actor.accountId, [id]);
  return id;
}

function kept(history: QueryHistory | undefined): QueryHistory {
  if (history) return history;
  throw new NotFound('query-history.off', 'This installation keeps no query history (ORRERY_HISTORY_DAYS is 0)');
}
