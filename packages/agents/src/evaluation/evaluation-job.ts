import { mayDo, NotFound } from '@orrery/kernel';
import type { AccountSettingsService, RoleService, UserService } from '@orrery/people';
import { type Database, GiveUp, type HeldJob, type Job, type JobHandler, JobStore, type Tables } from '@orrery/store';
import type { Transaction } from 'kysely';
import { askQuestion, type Examinee } from './ask-question.ts';
import type { EvaluationEnd, EvaluationToRun, PendingQuestion } from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import { EvaluationStore } from './evaluation-store.ts';
import { inParallel } from './in-parallel.ts';
import { evaluationJobKind, jobOfEvaluation } from './job-of-evaluation.ts';
import { RunStopped } from './run-stopped.ts';

export interface EvaluationJobDependencies {
  readonly database: Database;
  readonly users: Pick<UserService, 'get'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
  readonly settings: Pick<AccountSettingsService, 'get'>;
  /** Opens the agent that answers a question of a run. @throws RunStopped, Unavailable */
  readonly examine: (run: EvaluationToRun, question: PendingQuestion) => Promise<Examinee>;
  readonly clock: { now(): number };
  readonly log: { error(facts: object, message: string): void };
  /** The bounds on time, for tests. */
  readonly bounds?: Readonly<Record<'sliceSeconds' | 'runSeconds' | 'questionSeconds', number>>;
}

/** Attempts of one slice of a run, when nodes die or data cannot be reached. */
const mostAttempts = 5;

/**
 * Executes evaluations. A run is split into slices, each of which is a job, so that other jobs have their turn. A grade
 * is written as soon as it is known; a job that continues a run only takes questions without a grade.
 */
export class EvaluationJob implements JobHandler {
  readonly kind = evaluationJobKind;
  readonly mostAttempts = mostAttempts;
  readonly #dependencies: EvaluationJobDependencies;
  readonly #store: EvaluationStore;
  readonly #jobs: JobStore;
  readonly #bounds: NonNullable<EvaluationJobDependencies['bounds']>;

  constructor(dependencies: EvaluationJobDependencies) {
    this.#dependencies = dependencies;
    this.#store = new EvaluationStore(dependencies.database);
    this.#jobs = new JobStore(dependencies.database);
    this.#bounds = dependencies.bounds ?? evaluationBounds;
  }

  async run(job: HeldJob): ReturnType<JobHandler['run']> {
    const { clock } = this.#dependencies;
    const run = await job.hold((transaction) => this.#store.begin(transaction, runIdOf(job), clock.now()));
    if (!run || run.accountId !== job.accountId || run.deploymentId !== job.deploymentId) return undefined;
    try {
      const isDone = await this.#askSlice(job, run);
      if (isDone) return this.#end(run.id, { state: 'completed' });
      return async (transaction) => {
        await this.#jobs.add(transaction, [jobOfEvaluation(run, clock.now())], clock.now());
      };
    } catch (error) {
      if (!(error instanceof RunStopped)) throw error;
      return this.#end(run.id, { state: 'failed', error: error.message });
    }
  }

  async gaveUp(transaction: Transaction<Tables>, job: Job, reason: string): Promise<void> {
    await this.#end(runIdOf(job), { state: 'failed', error: reason })(transaction);
  }

  /** Asks questions until the slice is over. @returns whether all have a grade */
  async #askSlice(job: HeldJob, run: EvaluationToRun): Promise<boolean> {
    const { clock } = this.#dependencies;
    const { sliceSeconds, runSeconds } = this.#bounds;
    const begin = clock.now();
    const pending = await this.#store.pending(run.id);
    const isOver = () => clock.now() - begin >= sliceSeconds * 1_000;
    const asked = await inParallel(
      pending,
      { most: evaluationBounds.atOnce, signal: job.signal, isOver },
      async (question, signal) => {
        if (clock.now() - (run.startedAt ?? begin) >= runSeconds * 1_000)
          throw new RunStopped(`it took longer than ${runSeconds} seconds; name a file with fewer questions`);
        await this.#ask(job, run, question, signal);
      },
    );
    return asked === pending.length;
  }

  async #ask(job: HeldJob, run: EvaluationToRun, question: PendingQuestion, signal: AbortSignal): Promise<void> {
    const { examine, log, clock } = this.#dependencies;
    await this.#requireAsker(run);
    const examinee = await examine(run, question);
    const graded = await askQuestion(question, examinee, signal, { log, seconds: this.#bounds.questionSeconds });
    // The user may have lost the right meanwhile: such an error says nothing about the agent.
    if (graded.verdict === 'error') await this.#requireAsker(run);
    await job.hold((transaction) =>
      this.#store.record(transaction, { runId: run.id, questionId: question.id, now: clock.now() }, graded),
    );
  }

  /** @throws RunStopped when the user who started the run may not go on with it */
  async #requireAsker({ accountId, deploymentId, createdBy }: EvaluationToRun): Promise<void> {
    const { users, roles, settings } = this.#dependencies;
    const user = createdBy === undefined ? undefined : await found(() => users.get(accountId, createdBy));
    if (createdBy === undefined || !user) throw new RunStopped('the user who started it was deleted');
    if (user.status !== 'active') throw new RunStopped('the user who started it is not active');
    const grants = (await roles.rolesOf(accountId, [createdBy])).get(createdBy) ?? [];
    if (!mayDo({ role: user.role, grants, deployments: 'all' }, 'SchemaRead', { deploymentId }))
      throw new RunStopped('the user who started it may not read the model any more');
    const { flags } = await settings.get(accountId);
    if (!flags.evals) throw new RunStopped('evaluations were switched off');
  }

  #end(id: number, end: EvaluationEnd) {
    const { clock } = this.#dependencies;
    return (transaction: Transaction<Tables>) => this.#store.finish(transaction, id, end, clock.now());
  }
}

function runIdOf({ payload }: Job): number {
  const { evaluationId } = payload;
  if (typeof evaluationId === 'number') return evaluationId;
  throw new GiveUp('the job does not say which evaluation it is for');
}

async function found<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
