import type { ServedMetadata } from '@orrery/deployments';
import { defaultDeploymentId } from '@orrery/kernel';
import type { Runtimes } from '@orrery/runtime';
import { checkDatabase } from '@orrery/store';
import type { Logger } from 'pino';
import { SharedCheck } from '../http/index.ts';

interface ReadinessInput {
  readonly runtimes: Pick<Runtimes, 'require'>;
  readonly metadata: ServedMetadata;
  readonly clock: { now(): number };
  readonly log: Logger;
}

/** Shorter than the usual timeout of probes, so that they get an answer. */
const readyWithinMs = 3_000;

/** Checks for probes whether the process can answer: from its metadata store, and from the default deployment. */
export function openReadiness({ runtimes, metadata, clock, log }: ReadinessInput): SharedCheck {
  return new SharedCheck({
    parts: [
      { name: 'metadata store', check: (signal) => checkMetadata(metadata, signal) },
      { name: 'model', check: async () => (await runtimes.require(defaultDeploymentId)).checkModel() },
      {
        name: 'default data source',
        check: async (signal) => (await runtimes.require(defaultDeploymentId)).checkData(signal),
      },
    ],
    clock,
    withinMs: readyWithinMs,
    log,
  });
}

/** Checks that the store answers and has recently reported changes of rights. */
async function checkMetadata({ epochs, accountId, store }: ServedMetadata, signal: AbortSignal): Promise<void> {
  epochs.of(accountId);
  await checkDatabase(store.database, signal);
}
