import type { EvaluationInput } from '@orrery/contract';
import { lockDeployment } from '@orrery/deployments';
import { invalidValues, NotFound, TooManyRequests } from '@orrery/kernel';
import type { Change } from '@orrery/people';
import type { Runtime } from '@orrery/runtime';
import { type Database, JobStore } from '@orrery/store';
import type { AgentConfiguration } from '../config/index.ts';
import { chooseQuestions } from './choose-questions.ts';
import type { Evaluation, EvaluationResult, PlannedEvaluation } from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import { type EvaluationPlace, EvaluationStore } from './evaluation-store.ts';
import { jobOfEvaluation } from './job-of-evaluation.ts';

/** Clients that have to name a branch name the deployment itself like this, where no branch is called so. */
const mainBranch = 'main';

export interface EvaluationServiceDependencies {
  readonly database: Database;
  /** The runtimes that are served. */
  readonly runtimes: { get(deploymentId: number, branch: string | null): Promise<Runtime | undefined> };
  readonly configurationOf: (runtime: Runtime) => Promise<AgentConfiguration>;
}

type EvaluationPage = Parameters<EvaluationStore['list']>[1];
type After = Parameters<EvaluationStore['results']>[1];

/** Starts evaluations, and tells how they are doing. Jobs execute them; see `EvaluationJob`. */
export class EvaluationService {
  readonly #dependencies: EvaluationServiceDependencies;
  readonly #store: EvaluationStore;
  readonly #jobs: JobStore;

  constructor(dependencies: EvaluationServiceDependencies) {
    this.#dependencies = dependencies;
    this.#store = new EvaluationStore(dependencies.database);
    this.#jobs = new JobStore(dependencies.database);
  }

  /**
   * Reads the questions of a run as the files have them now.
   *
   * @throws InvalidInput, NotFound when the deployment is not served, Unavailable
   */
  async plan(
    deploymentId: number,
    { branchName, agentName, questionFile }: EvaluationInput,
  ): Promise<PlannedEvaluation> {
    const runtime = await this.#runtimeOf(deploymentId, branchName);
    const configuration = await this.#dependencies.configurationOf(runtime);
    const { agent, questions } = chooseQuestions(configuration, { agentName, questionFile });
    return { deploymentId, branch: runtime.branch, agentName: agent.name, questionFile, questions };
  }

  /** Adds a run that begins as soon as a node is free. @throws TooManyRequests */
  async start(change: Change, userId: number, planned: PlannedEvaluation): Promise<Evaluation> {
    const { transaction, accountId } = change;
    const { deploymentId, branch, agentName } = planned;
    const place = { accountId, deploymentId };
    await lockDeployment(transaction, deploymentId, 'alone');
    const { activeRuns } = evaluationBounds;
    if ((await this.#store.activeIn(transaction, deploymentId)) >= activeRuns) {
      const message = `${activeRuns} evaluations of the deployment have not ended; start another one after them`;
      throw new TooManyRequests('evaluation.too-many', message, evaluationBounds.sliceSeconds);
    }
    const id = await this.#store.insert(transaction, { ...place, userId, planned, now: change.now });
    await this.#jobs.add(transaction, [jobOfEvaluation({ ...place, id }, change.now)], change.now);
    await change.record({ event: 'Ran evaluation', deploymentId, attributes: { evaluationId: id, agentName, branch } });
    const made = await this.#store.get(transaction, place, id);
    if (made) return made;
    throw new Error(`evaluation ${id} is not there`);
  }

  /** Lists the newest first. */
  list(place: EvaluationPlace, range: EvaluationPage): Promise<readonly Evaluation[]> {
    return this.#store.list(place, range);
  }

  /** @throws NotFound */
  async get(place: EvaluationPlace, id: number): Promise<Evaluation> {
    const found = await this.#store.get(this.#dependencies.database, place, id);
    if (found) return found;
    throw new NotFound('evaluation.unknown', `There is no evaluation ${id}`);
  }

  /** Lists the graded questions of a run, in the order of the files. @throws NotFound */
  async results(
    place: EvaluationPlace,
    id: number,
    range: After,
  ): Promise<{ readonly run: Evaluation; readonly results: readonly EvaluationResult[] }> {
    return { run: await this.get(place, id), results: await this.#store.results(id, range) };
  }

  async #runtimeOf(deploymentId: number, branchName: string | undefined): Promise<Runtime> {
    const { runtimes } = this.#dependencies;
    const named = branchName === undefined ? undefined : await runtimes.get(deploymentId, branchName);
    if (named) return named;
    const own = await runtimes.get(deploymentId, null);
    if (!own) throw new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`);
    if (branchName === undefined || branchName === mainBranch) return own;
    throw invalidValues('evaluation.invalid', [{ path: 'branchName', message: `is the name of no branch` }]);
  }
}
