import { isDeepStrictEqual } from 'node:util';
import type { DataScope } from '@orrery/kernel';
import { type CallerRuntime, type Runtime, runtimeFor } from '@orrery/runtime';
import { type TurnDataDependencies, type DataOfTurn, dataOfRuntime, TurnFailed } from '../turn/index.ts';
import type { ChatAsker } from './asker.ts';

export interface AskedPlace {
  readonly deploymentId: number;
  /** `null`: the deployment itself. */
  readonly branch: string | null;
  readonly requestId: string;
}

export interface DataOfAskerDependencies extends TurnDataDependencies {
  /** The runtimes that are served. */
  readonly runtimes: { get(deploymentId: number, branch: string | null): Promise<Runtime | undefined> };
}

/**
 * Opens the data of a conversation. Each query has the rights that the user has at that moment, and reads the
 * deployment that is served then: a run may last longer than either.
 *
 * @throws TurnFailed for a missing branch, Unauthorized, Unavailable
 */
export async function dataOfAsker(
  asker: ChatAsker,
  place: AskedPlace,
  { runtimes, ...dependencies }: DataOfAskerDependencies,
): Promise<DataOfTurn> {
  const { deploymentId, branch, requestId } = place;
  let known: { readonly served: Runtime; readonly principal: DataScope; readonly data: DataOfTurn } | undefined;
  const present = async (): Promise<DataOfTurn> => {
    const served = await runtimes.get(deploymentId, branch);
    if (!served) throw new TurnFailed('BadRequestError', 'Bad branch');
    const principal = { deploymentId, securityContext: await asker.context() };
    const isSame = known?.served === served && isDeepStrictEqual(known.principal, principal);
    if (known && isSame && (await isCurrent(known.data, served, principal))) return known.data;
    const runtime = await runtimeFor(served, principal.securityContext);
    const data = dataOfRuntime(runtime, { principal, requestId, pieces: asker.pieces }, dependencies);
    models.set(data, runtime);
    known = { served, principal, data };
    return data;
  };
  const { now, timezone } = await present();
  return {
    now,
    timezone,
    meta: async () => (await present()).meta(),
    rows: async () => (await present()).rows(),
    hiddenNames: async () => (await present()).hiddenNames(),
    statement: async (sql, options) => (await present()).statement(sql, options),
    columns: async (sql, options) => (await present()).columns(sql, options),
    print: async (query) => (await present()).print(query),
    values: async (member, options) => (await present()).values(member, options),
  };
}

const models = new WeakMap<DataOfTurn, CallerRuntime>();

/** Whether the model that the data was opened with still serves. */
async function isCurrent(data: DataOfTurn, served: Runtime, { securityContext }: DataScope): Promise<boolean> {
  return models.get(data)?.model === (await served.modelFor(securityContext));
}
