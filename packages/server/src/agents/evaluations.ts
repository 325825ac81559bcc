import type { AnswerDependencies, EvaluationJob, EvaluationService } from '@orrery/agents';
import type { ServedMetadata } from '@orrery/deployments';
import { claimsOf, MalformedCaller, Unauthorized, type UsersByAccount } from '@orrery/kernel';
import { resolveContext } from '@orrery/people';
import type { JobHandler } from '@orrery/store';
import type { Logger } from 'pino';

/** Evaluations of this process. The code that runs and grades them is loaded with the first one. */
export interface Evaluations {
  open(): Promise<EvaluationService>;
  readonly handler: JobHandler;
}

export interface EvaluationsInput
  extends Omit<AnswerDependencies, 'configurationOf' | 'chooseModel' | 'newId' | 'log'>,
    Pick<ServedMetadata, 'users' | 'roles' | 'settings' | 'store'> {
  readonly currentRights: UsersByAccount;
  readonly chooseModel: () => Promise<AnswerDependencies['chooseModel']>;
  readonly log: Logger;
}

interface OpenedEvaluations {
  readonly service: EvaluationService;
  readonly job: EvaluationJob;
}

/** The kind and the attempts of `EvaluationJob`, which is not loaded before there is a job. */
const jobs = { kind: 'evaluation', mostAttempts: 5 } as const;

export function openEvaluations(dependencies: EvaluationsInput): Evaluations {
  let opening: Promise<OpenedEvaluations> | undefined;
  const opened = () => {
    opening ??= openNow(dependencies).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    open: async () => (await opened()).service,
    handler: {
      ...jobs,
      run: async (job) => (await opened()).job.run(job),
      gaveUp: async (transaction, job, reason) => (await opened()).job.gaveUp(transaction, job, reason),
    },
  };
}

async function openNow({ chooseModel, currentRights, store, ...given }: EvaluationsInput): Promise<OpenedEvaluations> {
  const { AgentConfigurations, EvaluationJob, EvaluationService, examineRun } = await import('@orrery/agents');
  const configurations = new AgentConfigurations(given.log);
  const { database } = store;
  const configurationOf = configurations.of.bind(configurations);
  const examining = {
    ...given,
    configurationOf,
    chooseModel: await chooseModel(),
    newId: () => crypto.randomUUID(),
    contextOf: (accountId: number, userId: number) => contextOf(currentRights, accountId, userId),
  };
  return {
    service: new EvaluationService({ ...given, database, configurationOf }),
    job: new EvaluationJob({ ...given, database, examine: (run, question) => examineRun(run, question, examining) }),
  };
}

/** @throws Unauthorized for a user who is not active */
async function contextOf(users: UsersByAccount, accountId: number, userId: number) {
  try {
    return await resolveContext(claimsOf({ userId }), users.in(accountId));
  } catch (error) {
    if (!(error instanceof MalformedCaller)) throw error;
    throw new Unauthorized('auth.unknown-caller', 'There is no active user to ask as', { cause: error });
  }
}
