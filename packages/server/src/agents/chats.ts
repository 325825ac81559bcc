import { randomUUID } from 'node:crypto';
import type {
  Agents,
  AnswerDependencies,
  ChatService,
  ChatServiceDependencies,
  LiveRuns,
  MemoryService,
  Receipts,
  Threads,
} from '@orrery/agents';
import type { AccountService, AccountSettingsService, Changes, ResourcePolicyService } from '@orrery/people';
import type { DeploymentService } from '@orrery/deployments';
import { NotFound } from '@orrery/kernel';
import type { Database, WorkedJobs } from '@orrery/store';
import type { ChatDashboards } from './chat-dashboards.ts';
import { everyHour } from '../timing/index.ts';

/** Conversations of this process. The code that answers questions is loaded with the first one. */
export interface Chats {
  open(): Promise<OpenChats>;
  agentNamed: FindAgent;
  /** Lets runs finish for a while, then stops the rest. */
  close(finishWithinMs: number): Promise<void>;
}

/** An agent that a path names. */
export interface AgentInPath {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly spaceId: number;
  readonly spaceName: string;
  readonly allowEmbed: boolean;
  readonly description: string | undefined;
}

/**
 * Finds an agent by the names in a path. `auto` is the default one of the first of the deployments.
 *
 * @throws NotFound for another account than that of the caller, and for an agent that is not there
 */
export type FindAgent = (
  caller: { readonly accountId: number },
  named: { readonly accountName: string; readonly agentId: string },
  mayUse: (deploymentId: number) => boolean,
) => Promise<AgentInPath>;

interface OpenChats {
  readonly agents: Agents;
  readonly chat: ChatService;
  readonly threads: Threads;
  readonly memories: MemoryService;
  readonly receipts: Receipts;
  readonly runs: LiveRuns;
  readonly dashboards: ChatDashboards;
}

export interface ChatsInput extends Omit<AnswerDependencies, 'configurationOf' | 'chooseModel' | 'newId' | 'log'> {
  readonly database: Database;
  readonly changes: Changes;
  readonly accounts: Pick<AccountService, 'find' | 'list'>;
  readonly settings: Pick<AccountSettingsService, 'get'>;
  readonly deployments: Pick<DeploymentService, 'summaries'>;
  readonly resourcePolicies: Pick<ResourcePolicyService, 'list' | 'set'>;
  readonly nodeId: WorkedJobs['nodeId'];
  readonly dashboards: ChatDashboards;
  readonly chooseModel: () => Promise<AnswerDependencies['chooseModel']>;
  readonly log: ChatServiceDependencies['log'];
}

/** Runs that a former process left are looked for so long after the start, when it has other things behind it. */
const recoverAfterMs = 1_000;

export function openChats(dependencies: ChatsInput): Chats {
  let opened: Promise<OpenChats> | undefined;
  let stopForgetting = () => {};
  const open = () =>
    (opened ??= openNow(dependencies).then((chats) => {
      const forget = () => forgetOld(chats, dependencies);
      stopForgetting = everyHour(forget, 'chats that are over their time are still kept', dependencies.log);
      return chats;
    }));
  const timer = setTimeout(() => void open().catch((error: unknown) => failed(error)), recoverAfterMs).unref();
  const failed = (error: unknown) => {
    opened = undefined;
    dependencies.log.error({ err: error }, 'chats could not be opened');
  };
  return {
    open,
    agentNamed: async ({ accountId }, { accountName, agentId }, mayUse) => {
      const { accounts, deployments } = dependencies;
      if ((await accounts.find(accountName)) !== accountId) {
        throw new NotFound('account.unknown', `There is no account '${accountName.slice(0, 100)}'`);
      }
      const all = (await deployments.summaries(accountId)).map(({ id }) => id);
      const { agents } = await open();
      return agents.find({ accountId, deployments: all.filter(mayUse) }, agentId);
    },
    close: async (finishWithinMs) => {
      clearTimeout(timer);
      stopForgetting();
      await (await opened)?.runs.close(finishWithinMs);
    },
  };
}

const dayMs = 24 * 3_600_000;

/** Deletes the chats of all accounts that are older than their account keeps them. */
async function forgetOld({ threads }: OpenChats, { accounts, settings, clock }: ChatsInput): Promise<void> {
  for (const { id } of await accounts.list()) {
    const { chatDays } = await settings.get(id);
    await threads.forget(id, clock.now() - chatDays * dayMs);
  }
}

async function openNow({ chooseModel, ...given }: ChatsInput): Promise<OpenChats> {
  const { AgentConfigurations, Agents, ChatService, LiveRuns, Memories, MemoryService, Receipts, Threads } =
    await import('@orrery/agents');
  const configurations = new AgentConfigurations(given.log);
  const newId = () => randomUUID();
  const runs = new LiveRuns({ ...given, newId });
  const agents = new Agents({ ...given, configurations });
  const answering = { ...given, newId, configurationOf: configurations.of.bind(configurations) };
  const chat = new ChatService({
    ...answering,
    chooseModel: await chooseModel(),
    runs,
    memories: new Memories(given),
  });
  const [threads, memories] = [new Threads(given), new MemoryService(given)];
  const receipts = new Receipts(given);
  return { agents, chat, runs, threads, memories, receipts, dashboards: given.dashboards };
}
