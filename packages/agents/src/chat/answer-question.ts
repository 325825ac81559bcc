import { type Runtime, runtimeFor, statementProblems, type Statements } from '@orrery/runtime';
import type { AgentConfiguration, ConfiguredAgent } from '../config/index.ts';
import type { MemoriesOfTurn, MemoryMode } from '../memory/index.ts';
import type { ChosenModel } from '../models/index.ts';
import {
  type AgentInEffect,
  answerByAnalyst,
  type CertifiedStatement,
  type DashboardOfTurn,
  nearestQueries,
  type PastTurn,
  readByAnalyst,
  runTurn,
  type Turn,
  TurnFailed,
  turnLimits,
} from '../turn/index.ts';
import type { ChatAsker } from './asker.ts';
import { type AskedPlace, dataOfAsker, type DataOfAskerDependencies } from './data-of-asker.ts';
import type { AnswerOfTurn } from './run/execute-run.ts';
import type { StoredImage } from './store/index.ts';

/** @returns `undefined` where the analyst answers @throws TurnFailed for a registered model that is not there */
export type ChooseModel = (
  asker: Pick<ChatAsker, 'accountId' | 'userId'>,
  agent: ConfiguredAgent,
  deploymentId: number,
) => Promise<ChosenModel | undefined>;

export interface AnswerDependencies extends DataOfAskerDependencies {
  readonly statements: Statements;
  readonly configurationOf: (runtime: Runtime) => Promise<AgentConfiguration>;
  readonly chooseModel: ChooseModel;
  readonly newId: () => string;
  readonly log: { warn(facts: object, message: string): void };
}

/** A question to an agent, with the conversation before it. */
export interface QuestionToAgent {
  readonly asker: ChatAsker;
  readonly place: AskedPlace;
  readonly agentName: string;
  readonly question: string;
  readonly history: readonly PastTurn[];
  readonly images: readonly StoredImage[];
  readonly dashboard?: DashboardOfTurn | undefined;
  readonly isDevMode: boolean;
  /** Opens the memories of the agent; absent where it must not remember anything. */
  readonly memoriesFor?: (mode: MemoryMode) => Promise<MemoriesOfTurn | undefined>;
}

/**
 * Answers a question by the model of the agent, or by the analyst where it has none.
 *
 * @throws TurnFailed for a branch that is not there, Unauthorized, Unavailable
 */
export async function answerQuestion(
  { asker, place, agentName, question, history, images, dashboard, isDevMode, memoriesFor }: QuestionToAgent,
  { configurationOf, chooseModel, newId, log, ...dependencies }: AnswerDependencies,
  signal: AbortSignal,
): Promise<AnswerOfTurn> {
  const { runtimes, statements, clock } = dependencies;
  const runtime = await runtimes.get(place.deploymentId, place.branch);
  if (!runtime) throw new TurnFailed('BadRequestError', 'Bad branch');
  const data = await dataOfAsker(asker, place, dependencies);
  const configuration = await configurationOf(runtime);
  const configured = configuration.agents.find(({ name }) => name === agentName);
  if (!configured) throw new TurnFailed('BadRequestError', `The branch has no agent '${agentName}'`);
  const agent = inEffect(configuration, configured);
  const trusted = nearestQueries(agent.certifiedQueries, question);
  const context = await asker.context();
  const caller = await runtimeFor(runtime, context);
  const bound: CertifiedStatement[] = [];
  for (const query of trusted) {
    const checking = { context: { kind: 'caller', securityContext: context }, now: clock.now(), statements } as const;
    const problems = await statementProblems(query.sql, caller, checking);
    if (problems.length === 0) bound.push(query);
    else log.warn({ query: query.name, problem: problems[0]?.message }, 'a certified query was left out');
  }
  const turn: Turn = {
    question,
    history,
    images,
    dashboard,
    data,
    agent: { ...agent, certifiedQueries: bound },
    memories: await memoriesFor?.(configured.memoryMode),
    isDevMode,
  };
  const model = await chooseModel(asker, configured, place.deploymentId);
  if (!model) return { parts: answerByAnalyst(turn, { newId }, signal), model: 'analyst' };
  const parts = runTurn(
    model.supportsImages ? turn : { ...turn, images: [] },
    {
      model: model.stream,
      limits: turnLimits,
      contextTokens: model.contextTokens,
      costOf: (usage) => model.costOf(usage),
      requireBudget: (spent) => model.requireBudget(spent),
      readOtherwise: readByAnalyst,
      clock: performance, // the clock of the machine may jump
      newId,
    },
    signal,
  );
  return { parts, model: model.name };
}

/** Returns the configuration that an agent works with: its own, and that of its space. */
function inEffect({ spaces }: AgentConfiguration, { name, space, accessibleViews }: ConfiguredAgent): AgentInEffect {
  const told = spaces.find((each) => each.name === space);
  return {
    name,
    accessibleViews: accessibleViews?.map((view) => view.name),
    rules: told?.rules ?? { always: [], requested: [] },
    certifiedQueries: told?.certifiedQueries ?? [],
    skills: told?.skills ?? [],
  };
}
