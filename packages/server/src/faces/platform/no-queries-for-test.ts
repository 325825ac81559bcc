import { sampleRuntime } from '../../../../runtime/src/query/sample-runtime.ts';
import { NotFound } from '../../../../kernel/src/failure/errors.ts';
import type { PlatformServices } from './platform-routes.ts';

const notServed = () => Promise.reject(new NotFound('deployment.not-served', 'No model is served'));

/** Queries of a deployment that has a model and no data. */
export const noQueries: PlatformServices['queries'] = {
  open: async ({ deploymentId }) => {
    const { runtime } = sampleRuntime(async function* () {});
    const principal = { deploymentId, securityContext: {} };
    return { runtime, principal, context: { kind: 'caller', securityContext: {} } };
  },
  problemsOf: notServed,
  refresh: notServed,
};
