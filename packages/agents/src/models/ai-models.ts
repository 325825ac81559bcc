import type { ProjectAiModel } from '@orrery/config';
import type { NetworkRule } from '@orrery/engines';
import type { Database, Keyring } from '@orrery/store';
import type { ConfiguredAgent, ModelChoice } from '../config/index.ts';
import { type StreamStep, TurnFailed, type Usage } from '../turn/index.ts';
import { matchModel, thinkingNames } from './choose/index.ts';
import { type CallableModel, ModelCalls, type ModelCallsDependencies } from './model-calls.ts';
import { AiModelService } from './registry/index.ts';
import { type ModelTest, testModel } from './test-model.ts';
import { ModelThread } from './thread/index.ts';
import { RunBudget, UsageStore } from './usage/index.ts';

export interface AiModelsDependencies extends Omit<ModelCallsDependencies, 'thread' | 'log'> {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Addresses that base URLs of registered models may lead to. */
  readonly network: NetworkRule;
  readonly clock: { now(): number };
  readonly log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
  /** Receives each opened credential, so that the log hides it. */
  readonly hide?: ((secret: string) => void) | undefined;
}

export interface ModelRequest {
  readonly accountId: number;
  readonly userId: number;
  readonly llm: ModelChoice;
  readonly runtime: ConfiguredAgent['runtime'];
  /** The models in the project file. */
  readonly projectModels: readonly ProjectAiModel[];
}

/** A model for one run. */
export interface ChosenModel {
  readonly name: string;
  /** Calls the model; each call stores its usage, however it ends. */
  readonly stream: StreamStep;
  readonly supportsImages: boolean;
  /** Tokens that one call may read. */
  readonly contextTokens: number;
  /** USD. */
  costOf(usage: Usage): number;
  /** @param spent by this run @throws TurnFailed when the account or the user has nothing left for today */
  requireBudget(spent: Usage): Promise<void>;
}

/** Bound on what is remembered of names, which come from files of customers. */
const mostReplaced = 1_000;

/** The language models of accounts and projects: which one an agent gets, and what may be used of it. */
export class AiModels {
  readonly registry: AiModelService;
  readonly usage: UsageStore;
  readonly #dependencies: AiModelsDependencies;
  readonly #thread: ModelThread;
  readonly #calls: ModelCalls;
  /** Names that were replaced; each replacement is logged once. */
  readonly #replaced = new Set<string>();

  constructor(dependencies: AiModelsDependencies) {
    this.#dependencies = dependencies;
    this.registry = new AiModelService(dependencies);
    this.usage = new UsageStore(dependencies.database);
    this.#thread = new ModelThread({ rule: dependencies.network }, dependencies.log);
    this.#calls = new ModelCalls({ ...dependencies, thread: this.#thread });
  }

  /** @returns nothing where the analyst answers @throws TurnFailed for a registered model that is not there */
  async choose({ accountId, userId, llm, runtime, projectModels }: ModelRequest): Promise<ChosenModel | undefined> {
    const own = projectModels.map((model) => ({
      ...model,
      id: undefined,
      open: () => Promise.resolve({ ...model, isTrusted: true }),
    }));
    const registered = (await this.registry.list(accountId)).map((model) => ({
      ...model,
      open: () => this.#opened(accountId, model.id),
    }));
    const match = matchModel(llm, [...own, ...registered]);
    if (match.kind === 'unknown') throw unknownModel(llm);
    const model = match.kind === 'model' ? match.model : undefined;
    if (match.isInstead && llm.kind === 'named') this.#tellReplaced(accountId, llm.name, model?.name ?? 'analyst');
    if (!model) return undefined;
    const isReasoning = runtime === 'reasoning' || (llm.kind === 'named' && thinkingNames.has(llm.name));
    const budget = this.#budget(accountId, userId, model);
    return {
      name: model.name,
      stream: budget.counted(this.#calls.ofTurn(model, isReasoning)),
      supportsImages: model.supportsImages,
      contextTokens: model.contextTokens,
      costOf: (used) => budget.costOf(used),
      requireBudget: (spent) => budget.require(spent),
    };
  }

  /** Calls a registered model once; what that uses counts for the user. @throws NotFound */
  async test(accountId: number, userId: number, id: number): Promise<ModelTest> {
    const model = await this.registry.get(accountId, id);
    const budget = this.#budget(accountId, userId, model);
    const callable = { ...model, open: () => this.#opened(accountId, id) };
    return testModel(budget.counted(this.#calls.once(callable, false)));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #opened(accountId: number, id: number): ReturnType<CallableModel['open']> {
    return { ...(await this.registry.open(accountId, id)), isTrusted: false };
  }

  #budget(
    accountId: number,
    userId: number,
    model: { readonly name: string } & ConstructorParameters<typeof RunBudget>[1],
  ): RunBudget {
    const { clock, log } = this.#dependencies;
    return new RunBudget({ accountId, userId, model: model.name }, model, { usage: this.usage, clock, log });
  }

  #tellReplaced(account: number, llm: string, instead: string): void {
    const key = `${account} ${llm}`;
    if (this.#replaced.has(key) || this.#replaced.size >= mostReplaced) return;
    this.#replaced.add(key);
    this.#dependencies.log.warn({ account, llm, instead }, 'no model is registered for a name that an agent has');
  }
}

function unknownModel(llm: ModelChoice): TurnFailed {
  const named = llm.kind === 'registered' ? `${llm.by} '${llm.value}'` : `name '${llm.name}'`;
  const way = 'An admin registers models, or the operator names them in orrery.yml.';
  return new TurnFailed('BadRequestError', `There is no model with the ${named}. ${way}`);
}
