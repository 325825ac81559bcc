import type { AccessReportRequest, AccessReports } from '@orrery/contract';
import { runtimeFor } from '../../../runtime/src/runtime-for.ts';
import type { Runtimes } from '../../../runtime/src/runtimes.ts';
import { Invalid, NotFound } from '../../../kernel/src/failure/errors.ts';
import type { Standings } from '../../../kernel/src/caller/caller-attributes.ts';
import { MalformedCaller } from '../../../kernel/src/caller/policy-caller.ts';
import { resolveContext } from '../../../people/src/user/resolve-caller.ts';
import { readRequest } from '../../../runtime/src/request/read-request.ts';
import { simulate } from '../../../runtime/src/describe/access-report/simulate.ts';

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
