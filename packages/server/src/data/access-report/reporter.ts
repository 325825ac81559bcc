import type { AccessReportRequest, AccessReports } from '@orrery/contract';
import { runtimeFor } from '../../catalog/runtime-for.ts';
import type { Runtimes } from '../../catalog/runtimes.ts';
import { Invalid, NotFound } from '../../http/errors.ts';
import type { Standings } from '../../identity/caller-attributes.ts';
import { MalformedCaller } from '../../identity/policy-caller.ts';
import { resolveContext } from '../../identity/resolve-caller.ts';
import { readRequest } from '../read-request.ts';
import { simulate } from './simulate.ts';

/** Reports on deployments that are served. */
export function accessReporter(runtimes: Pick<Runtimes, 'get'>, standings: Standings, clock: { now(): number }) {
  return async (deploymentId: number, request: AccessReportRequest): Promise<AccessReports> => {
    const { as, compare, query, branch } = request;
    const runtime = await runtimes.get(deploymentId, branch ?? null);
    if (!runtime) {
      throw branch === undefined
        ? new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`)
        : new NotFound('branch.unknown', `There is no branch '${branch}'`);
    }
    const users = standings.in(runtime.accountId);
    const queries = query && readRequest({ query }, false).queries;
    try {
      const simulation = {
        as: await resolveContext(as, users),
        compare: compare && (await resolveContext(compare, users)),
        queries,
        now: clock.now(),
      };
      return await simulate(simulation, (context) => runtimeFor(runtime, context));
    } catch (error) {
      if (error instanceof MalformedCaller) throw new Invalid('access.malformed-caller', error.message);
      throw error;
    }
  };
}
