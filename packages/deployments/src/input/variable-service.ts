import { type Database, type Keyring, variablePlace, type Writer } from '@orrery/store';
import { Conflict, NotFound, requireSound } from '@orrery/kernel';
import type { Change, RightsChange } from '@orrery/people';
import { DeploymentStore, requireEditable } from '../deployment/index.ts';
import { mostVariables, type Variable, type VariableChange, variableNameFault } from './variable.ts';

export interface VariableServiceDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** Variables that a deployment's project may read. Values are never shown again. */
export class VariableService {
  readonly #deployments: DeploymentStore;
  readonly #dependencies: VariableServiceDependencies;

  constructor(dependencies: VariableServiceDependencies) {
    this.#deployments = new DeploymentStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists the variables by name. @throws NotFound */
  async list(accountId: number, deploymentId: number): Promise<readonly Variable[]> {
    await this.#require(this.#dependencies.database, accountId, deploymentId);
    const rows = await rowsOf(this.#dependencies.database, deploymentId);
    return rows.map(({ name, updated_at }) => ({ name, updatedAt: updated_at }));
  }

  /**
   * Sets the named variables and keeps the others. The deployment is opened again.
   *
   * @throws NotFound, Conflict for the deployment of the project folder and for too many variables, Invalid
   */
  async set(
    change: RightsChange,
    deploymentId: number,
    inputs: readonly VariableChange[],
  ): Promise<readonly Variable[]> {
    requireSound('variable.invalid', faultsOf(inputs));
    const { transaction, accountId } = change;
    await this.#require(transaction, accountId, deploymentId);
    requireEditable(deploymentId);
    for (const input of inputs) await this.#apply(change, deploymentId, input);
    const rows = await rowsOf(transaction, deploymentId);
    if (rows.length > mostVariables) {
      throw new Conflict('variable.too-many', `A deployment has at most ${mostVariables} variables`);
    }
    await this.#deployments.touch(transaction, deploymentId);
    const namesOf = (isSet: boolean) =>
      inputs.filter(({ value }) => (value !== null) === isSet).map(({ name }) => name);
    const attributes = { variablesSet: namesOf(true), variablesRemoved: namesOf(false) };
    await change.record({ event: 'Updated deployment configuration', deploymentId, attributes });
    return rows.map(({ name, updated_at }) => ({ name, updatedAt: updated_at }));
  }

  async #apply({ transaction, now }: Change, deploymentId: number, { name, value }: VariableChange): Promise<void> {
    await transaction
      .deleteFrom('deployment_variable')
      .where('deployment_id', '=', deploymentId)
      .where('name', '=', name)
      .execute();
    if (value === null) return;
    const sealed = await this.#dependencies.keyring.seal(transaction, value, variablePlace(deploymentId, name));
    const row = { deployment_id: deploymentId, name, sealed, updated_at: now };
    await transaction.insertInto('deployment_variable').values(row).execute();
  }

  async #require(writer: Writer, accountId: number, id: number): Promise<void> {
    if (await this.#deployments.get(writer, accountId, id)) return;
    throw new NotFound('deployment.unknown', `There is no deployment ${id}`);
  }
}

function rowsOf(writer: Writer, deploymentId: number) {
  return writer
    .selectFrom('deployment_variable')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .orderBy('name')
    .execute();
}

function faultsOf(inputs: readonly VariableChange[]) {
  const seen = new Set<string>();
  return inputs.flatMap(({ name, value }, index) => {
    const fault = seen.has(name) ? 'is named twice' : variableNameFault(name);
    seen.add(name);
    if (fault !== undefined) return [{ path: `variables.${index}.name`, message: fault }];
    return value?.includes('\0') ? [{ path: `variables.${index}.value`, message: 'holds a NUL' }] : [];
  });
}
