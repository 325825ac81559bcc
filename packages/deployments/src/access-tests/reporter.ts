import type { AccessReportRequest, AccessReports } from '@orrery/contract';
import { readRequest, runtimeFor, type Runtimes, simulate } from '@orrery/runtime';
import { Invalid, MalformedCaller, NotFound, type UsersByAccount } from '@orrery/kernel';
import { resolveContext } from '@orrery/people';

/** Reports on deployments that are being served. */
export function accessReporter(
  runtimes: Pick<Runtimes, 'get'>,
  currentRights: UsersByAccount,
  clock: { now(): number },
) {
  return async (deploymentId: number, request: AccessReportRequest): Promise<AccessReports> => {
    const { as, compare, query, branch } = request;
    const runtime = await runtimes.get(deploymentId, branch ?? null);
    if (!runtime) {
      throw branch === undefined
        ? new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`)
        : new NotFound('branch.unknown', `There is no branch '${branch}'`);
    }
    const users = currentRights.in(runtime.accountId);
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
