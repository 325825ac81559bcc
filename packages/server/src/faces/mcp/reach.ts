import type { DeploymentService } from '@orrery/deployments';
import { claimsOf, Forbidden, mayDo, NotFound } from '@orrery/kernel';
import type { AccountSettingsService } from '@orrery/people';
import type { OpenDeployment, QueryRunner } from '@orrery/content';
import type { McpCaller } from './mcp-caller.ts';

export interface ReachDependencies {
  readonly deployments: Pick<DeploymentService, 'summaries'>;
  readonly settings: Pick<AccountSettingsService, 'get'>;
  readonly queries: Pick<QueryRunner, 'open'>;
}

interface Reached {
  readonly id: number;
  readonly name: string;
}

/** The deployments that one caller reaches by MCP: those of its credential that the account does not exclude. */
export class Reach {
  readonly #caller: McpCaller;
  readonly #named: number | undefined;
  readonly #dependencies: ReachDependencies;
  #settings: Promise<McpSettings> | undefined;
  #listed: Promise<readonly Reached[]> | undefined;

  /** @param named the deployment in the address of the request */
  constructor(caller: McpCaller, named: number | undefined, dependencies: ReachDependencies) {
    this.#caller = caller;
    this.#named = named;
    this.#dependencies = dependencies;
  }

  /** Lists the models within reach; the account's data is read once for a message. */
  list(): Promise<readonly Reached[]> {
    return (this.#listed ??= this.#read());
  }

  /** The deployment of a call that names none. @throws Forbidden */
  async defaultDeployment(): Promise<number> {
    if (this.#named !== undefined) return this.require(this.#named);
    const { defaultDeploymentId } = await this.#mcpSettings();
    const reached = await this.list();
    const found = reached.find(({ id }) => id === defaultDeploymentId) ?? reached[0];
    if (found) return found.id;
    const message = 'No deployment is available via MCP for this credential; ask an administrator of the account';
    throw new Forbidden('mcp.no-deployment', message);
  }

  /** @throws Forbidden for a deployment that the account excludes, NotFound for one that is not of the caller */
  async require(wanted: number | undefined): Promise<number> {
    if (wanted === undefined) return this.defaultDeployment();
    await this.requireIncluded(wanted);
    const found = (await this.list()).find(({ id }) => id === wanted);
    if (found) return found.id;
    throw new NotFound(
      'deployment.unknown',
      `There is no deployment ${wanted} for this credential; call listDeployments for those that there are`,
    );
  }

  /** @throws Forbidden */
  async requireIncluded(deploymentId: number): Promise<void> {
    if (!isExcluded(deploymentId, await this.#mcpSettings())) return;
    const message = `Deployment ${deploymentId} is not available via MCP for this account`;
    throw new Forbidden('mcp.deployment-excluded', message);
  }

  /** The deployment with the model that the caller sees, by the rights of this moment. @throws as `QueryRunner.open` */
  open(deploymentId: number): Promise<OpenDeployment> {
    const caller = this.#caller;
    const claims = caller.kind === 'token' ? caller.securityContext : claimsOf(caller);
    return this.#dependencies.queries.open({ deploymentId, claims });
  }

  async #read(): Promise<readonly Reached[]> {
    const settings = await this.#mcpSettings();
    const all = await this.#dependencies.deployments.summaries(this.#caller.accountId);
    return all
      .filter(({ id }) => this.#isOfCaller(id) && !isExcluded(id, settings))
      .map(({ id, name }) => ({ id, name }));
  }

  #mcpSettings(): Promise<McpSettings> {
    return (this.#settings ??= this.#dependencies.settings.get(this.#caller.accountId).then(({ mcp }) => mcp));
  }

  #isOfCaller(deploymentId: number): boolean {
    const caller = this.#caller;
    if (caller.kind !== 'person') return caller.deploymentId === deploymentId;
    return mayDo(caller, 'DeploymentRead', { deploymentId });
  }
}

type McpSettings = Awaited<ReturnType<AccountSettingsService['get']>>['mcp'];

function isExcluded(deploymentId: number, { onlyListed, deploymentIds }: McpSettings): boolean {
  return onlyListed && !deploymentIds.includes(deploymentId);
}
