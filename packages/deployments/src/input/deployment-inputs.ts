import type { DataSourceSettings } from '@orrery/config';
import { type Database, dataSourcePlace, type Keyring, variablePlace } from '@orrery/store';
import { NotFound } from '@orrery/kernel';
import { dataSourceRows, readFacts } from './data-source-service.ts';
import { DeploymentStore } from '../deployment/index.ts';
import { engineFacts } from './stored-data-source.ts';

/** Inputs of a deployment for the project it serves. They contain secrets and must not reach answers. */
export interface DeploymentInput {
  /** Revision of the deployment when it was read, or a little earlier. */
  readonly revision: number;
  /** All variables its project may read. */
  readonly variables: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, DataSourceSettings>;
}

export interface DeploymentInputsDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** Opens the secrets in variables and data sources. */
export class DeploymentInputs {
  readonly #dependencies: DeploymentInputsDependencies;
  readonly #deployments: DeploymentStore;
  /** Receives each secret first, so that the log can hide it. */
  readonly #hide: (secret: string) => void;

  constructor(dependencies: DeploymentInputsDependencies, hide: (secret: string) => void = () => undefined) {
    this.#dependencies = dependencies;
    this.#deployments = new DeploymentStore(dependencies.database);
    this.#hide = hide;
  }

  /** @throws NotFound, SealError */
  async of(accountId: number, deploymentId: number): Promise<DeploymentInput> {
    const { database } = this.#dependencies;
    const row = await this.#deployments.get(this.#dependencies.database, accountId, deploymentId);
    if (!row) throw new NotFound('deployment.unknown', `There is no deployment ${deploymentId}`);
    const variables = await database
      .selectFrom('deployment_variable')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .execute();
    const dataSources = await dataSourceRows(database, deploymentId);
    return {
      revision: row.revision,
      variables: new Map(
        variables.map(({ name, sealed }) => [name, this.#open(sealed, variablePlace(deploymentId, name))]),
      ),
      dataSources: new Map(
        dataSources.map((source) => {
          const secret = this.#open(source.sealed, dataSourcePlace(deploymentId, source.name));
          return [source.name, engineFacts(readFacts(source), secret)];
        }),
      ),
    };
  }

  #open(sealed: string, place: string): string {
    const secret = this.#dependencies.keyring.unseal(sealed, place);
    this.#hide(secret);
    return secret;
  }
}
