import { NotFound, Unavailable } from '@orrery/kernel';
import type { Runtime } from '@orrery/runtime';
import type { Database } from '@orrery/store';
import type { AgentConfiguration, AgentConfigurations, ConfiguredAgent } from '../config/index.ts';
import { agentsOf, ensureAgents, type KnownAgent, readAgent, setAllowEmbed } from './store/index.ts';

export interface AgentsDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly configurations: AgentConfigurations;
  readonly runtimes: { get(deploymentId: number, branch: string | null): Promise<Runtime | undefined> };
}

/** An agent of the files that are in effect. */
export interface ListedAgent extends KnownAgent {
  readonly description: string | undefined;
}

/** The caller of an agent: the account and the deployments that the caller may use, in the order in which `auto` takes one. */
export interface AgentScope {
  readonly accountId: number;
  /** Deployments of the account, by number. */
  readonly deployments: readonly number[];
}

const auto = 'auto';

/** The agents of the files, by their numbers: an agent keeps its number as long as its name is in the files. */
export class Agents {
  readonly #dependencies: AgentsDependencies;

  constructor(dependencies: AgentsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists the agents of a deployment in the order of its files; the first one is the default. @throws NotFound */
  async list(accountId: number, deploymentId: number): Promise<readonly ListedAgent[]> {
    const { database, clock } = this.#dependencies;
    const configuration = await this.configurationOf(deploymentId, null);
    const read = async () =>
      (await agentsOf(database, accountId).where('agent.deployment_id', '=', deploymentId).execute()).map(readAgent);
    let known = await read();
    const has = ({ name, space }: ConfiguredAgent) =>
      known.some((agent) => agent.name === name && agent.spaceName === space);
    if (!configuration.agents.every(has)) {
      await ensureAgents(database, deploymentId, configuration, clock.now());
      known = await read();
    }
    return configuration.agents.flatMap(({ name, description }) => {
      const agent = known.find((each) => each.name === name);
      return agent ? [{ ...agent, description }] : [];
    });
  }

  /**
   * Finds an agent by its number in an address, or the default one of the first deployment by `auto`.
   *
   * @throws NotFound for agents of other accounts, and those that the files name no longer
   */
  async find({ accountId, deployments }: AgentScope, named: string): Promise<ListedAgent> {
    if (named === auto) {
      const [deploymentId] = deployments;
      const [first] = deploymentId === undefined ? [] : await this.#ofModel(accountId, deploymentId);
      if (first) return first;
      throw unknown(named);
    }
    if (!/^[1-9]\d{0,8}$/.test(named)) throw unknown(named);
    const { database } = this.#dependencies;
    const row = await agentsOf(database, accountId).where('agent.id', '=', Number(named)).executeTakeFirst();
    const known = row && (await this.#ofModel(accountId, row.deployment_id)).find(({ id }) => id === row.id);
    if (known) return known;
    throw unknown(named);
  }

  /** The agents of a deployment; none before it has a model. */
  async #ofModel(accountId: number, deploymentId: number): Promise<readonly ListedAgent[]> {
    try {
      return await this.list(accountId, deploymentId);
    } catch (error) {
      if (error instanceof Unavailable && error.code === 'deployment.no-version') return [];
      throw error;
    }
  }

  /** Says whether viewers of embedded content may talk to an agent. @throws NotFound */
  async setAllowEmbed(accountId: number, deploymentId: number, id: number, allowEmbed: boolean): Promise<ListedAgent> {
    const found = (await this.list(accountId, deploymentId)).find((agent) => agent.id === id);
    if (!found) throw unknown(String(id));
    await setAllowEmbed(this.#dependencies.database, id, allowEmbed);
    return { ...found, allowEmbed };
  }

  /** Returns the configuration in the files of a deployment or of one of its branches. @throws NotFound when it is not served */
  async configurationOf(deploymentId: number, branch: string | null): Promise<AgentConfiguration> {
    const { runtimes, configurations } = this.#dependencies;
    const runtime = await runtimes.get(deploymentId, branch);
    if (runtime) return configurations.of(runtime);
    throw branch === null
      ? new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`)
      : new NotFound('branch.unknown', `There is no branch '${branch}'`);
  }
}

function unknown(named: string): NotFound {
  return new NotFound('agent.unknown', `There is no agent '${named.slice(0, 50)}'`);
}
