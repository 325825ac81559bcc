import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  apiSecretPlace,
  type Database,
  inTransaction,
  type Keyring,
  SealError,
  type Tables,
  type Writer,
} from '@orrery/store';
import { Conflict, defaultDeploymentId, nameKey, NotFound } from '@orrery/kernel';
import type { RightsChange } from '@orrery/people';
import type { Deployment, DeploymentSummary, FoundDeployment, NamedDeployment, StoredSecret } from './deployment.ts';
import { type DeploymentRow, DeploymentStore, type SecretRow } from './deployment-store.ts';
import { requireEditable } from './require-editable.ts';

const secretBytes = 48;
const mostDeployments = 1_000;

export interface DeploymentServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly keyring: Keyring;
  /** Log of a serving process. */
  readonly log?: { error(facts: object, message: string): void } | undefined;
}

/** Removes content of a deployment that the database does not remove with the row. */
type BeforeDelete = (
  transaction: Transaction<Tables>,
  place: { readonly accountId: number; readonly deploymentId: number },
) => Promise<void>;

export class DeploymentService {
  readonly #store: DeploymentStore;
  readonly #dependencies: DeploymentServiceDependencies;
  #beforeDelete: BeforeDelete = async () => undefined;
  /** Opened secrets by deployment and row. */
  readonly #opened = new Map<string, string>();

  constructor(dependencies: DeploymentServiceDependencies) {
    this.#store = new DeploymentStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Registers a function that clears the content of a deployment before it is deleted, in the same transaction. */
  registerContent(beforeDelete: BeforeDelete): void {
    this.#beforeDelete = beforeDelete;
  }

  /** Creates the deployment of the project folder, with a secret, if it is missing. */
  async ensureDefault(accountId: number): Promise<void> {
    const { database, clock } = this.#dependencies;
    const known = await this.#store.deployments(this.#dependencies.database, accountId);
    if (known.some(({ id }) => id === defaultDeploymentId)) return;
    await inTransaction(database, async (transaction) => {
      const name = 'default';
      const row = {
        id: defaultDeploymentId,
        account_id: accountId,
        name,
        name_key: nameKey(name),
        created_at: clock.now(),
      };
      if (await this.#store.insert(transaction, row)) await this.#addSecret(transaction, row.id);
    });
  }

  /** @throws SealError when the master key differs */
  async list(accountId: number): Promise<readonly Deployment[]> {
    const rows = await this.#store.deployments(this.#dependencies.database, accountId);
    return Promise.all(
      rows.map(async (row) => {
        const [apiSecret] = await this.secretsOf(row.id);
        if (apiSecret === undefined) throw new Error(`deployment ${row.id} has no secret`);
        return { id: row.id, accountId: row.account_id, name: row.name, createdAt: row.created_at, apiSecret };
      }),
    );
  }

  /** Lists by number, without opening secrets. */
  async summaries(accountId: number): Promise<readonly DeploymentSummary[]> {
    const rows = await this.#store.deployments(this.#dependencies.database, accountId);
    return rows.map(summaryOf);
  }

  /** Lists the deployments of all accounts by number, to find the one that a credential is for. */
  async everywhere(): Promise<readonly NamedDeployment[]> {
    const rows = await this.#store.everywhere();
    return rows.map(({ id, account_id: accountId, name }) => ({ id, accountId, name }));
  }

  /** @throws NotFound, also for deployments of other accounts */
  async get(accountId: number, id: number): Promise<DeploymentSummary> {
    return summaryOf(await this.#row(this.#dependencies.database, accountId, id));
  }

  /**
   * Finds a deployment of any account, by the number in a request's address.
   *
   * @returns `undefined` when it does not exist
   */
  async find(id: number): Promise<FoundDeployment | undefined> {
    const row = await this.#store.find(id);
    return row && { id, accountId: row.account_id, revision: row.revision };
  }

  /**
   * Creates a deployment with a signing secret and without a project. @throws Conflict when the name is taken, or there
   * are too many
   */
  async create(change: RightsChange, name: string): Promise<DeploymentSummary> {
    const { transaction, accountId, now } = change;
    const others = await this.#store.deployments(transaction, accountId);
    if (others.length >= mostDeployments) {
      throw new Conflict('deployment.too-many', `An account has at most ${mostDeployments} deployments`);
    }
    requireFree(name, others);
    const id = await this.#store.nextNumber(transaction);
    const row = { id, account_id: accountId, name, name_key: nameKey(name), created_at: now };
    if (!(await this.#store.insert(transaction, row))) throw new Error(`deployment ${id} is there already`);
    await this.#addSecret(transaction, id);
    await change.record({ event: 'Created deployment', deploymentId: id, attributes: { name } });
    return { id, name, createdAt: now };
  }

  /** @throws NotFound, Conflict when the name is taken, or it is the one of the project folder */
  async rename(change: RightsChange, id: number, name: string): Promise<DeploymentSummary> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    requireEditable(id);
    const others = await this.#store.deployments(transaction, accountId);
    requireFree(
      name,
      others.filter((other) => other.id !== id),
    );
    await this.#store.rename(transaction, id, name, nameKey(name));
    const attributes = { name, before: row.name };
    await change.record({ event: 'Updated deployment configuration', deploymentId: id, attributes });
    return { ...summaryOf(row), name };
  }

  /**
   * Deletes a deployment with all its dependents; its number is never reused. @throws NotFound, Conflict for the one of
   * the project folder
   */
  async delete(change: RightsChange, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    requireEditable(id);
    await this.#beforeDelete(transaction, { accountId, deploymentId: id });
    await this.#store.delete(transaction, row);
    await change.record({ event: 'Deleted deployment', deploymentId: id, attributes: { name: row.name } });
  }

  /** @throws NotFound naming the first deployment missing from the account */
  async requireAll(accountId: number, ids: readonly number[]): Promise<void> {
    const known = new Set((await this.#store.deployments(this.#dependencies.database, accountId)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new NotFound('deployment.unknown', `There is no deployment ${unknown}`);
  }

  /**
   * Returns the stored secrets, newest first. A secret sealed by a new master key that this process lacks is left out,
   * unless the process has opened it before.
   *
   * @throws SealError when none can be opened
   */
  async secretsOf(deploymentId: number): Promise<readonly string[]> {
    const rows = await this.#store.secrets(this.#dependencies.database, deploymentId);
    const opened = rows.flatMap((row) => this.#open(row) ?? []);
    if (opened.length === 0 && rows.length > 0) throw new SealError();
    if (opened.length < rows.length) {
      const unopened = rows.length - opened.length;
      this.#dependencies.log?.error(
        { deployment: deploymentId, unopened },
        'secrets were made under a master key that this process has not got; restart it with the new key',
      );
    }
    return opened;
  }

  /** Newest first. @throws NotFound */
  async listSecrets(accountId: number, deploymentId: number): Promise<readonly StoredSecret[]> {
    await this.requireAll(accountId, [deploymentId]);
    const rows = await this.#store.secrets(this.#dependencies.database, deploymentId);
    return rows.map(({ id, created_at }) => ({ id, createdAt: created_at }));
  }

  /** Adds a secret that signs from now on; earlier secrets are still accepted. @throws NotFound */
  async rotateSecret(
    { transaction, accountId }: RightsChange,
    deploymentId: number,
  ): Promise<{ readonly id: number; readonly secret: string }> {
    await this.#row(transaction, accountId, deploymentId);
    return this.#addSecret(transaction, deploymentId);
  }

  /**
   * Removes a secret; tokens it signed are refused from the next request on. @throws NotFound, Conflict when it is the
   * only one
   */
  async removeSecret({ transaction, accountId }: RightsChange, deploymentId: number, id: number): Promise<void> {
    await this.#row(transaction, accountId, deploymentId);
    const rows = await this.#store.secrets(transaction, deploymentId);
    if (!rows.some((row) => row.id === id)) {
      throw new NotFound('secret.unknown', `Deployment ${deploymentId} has no secret ${id}`);
    }
    if (rows.length === 1) throw new Conflict('secret.last', 'This is the last secret; create a new one first');
    await this.#store.deleteSecret(transaction, id);
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<DeploymentRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('deployment.unknown', `There is no deployment ${id}`);
  }

  async #addSecret(
    transaction: Transaction<Tables>,
    deploymentId: number,
  ): Promise<{ readonly id: number; readonly secret: string }> {
    const { keyring, clock } = this.#dependencies;
    const secret = randomBytes(secretBytes).toString('base64url');
    const { id } = await this.#store.insertSecret(transaction, {
      deployment_id: deploymentId,
      created_at: clock.now(),
      sealed: await keyring.seal(transaction, secret, apiSecretPlace(deploymentId)),
    });
    return { id, secret };
  }

  /** Opens a secret, or returns it from memory: sealing it again with a new master key does not change it. */
  #open({ id, deployment_id, sealed }: SecretRow): string | undefined {
    const name = `${deployment_id}/${id}`;
    try {
      const secret = this.#dependencies.keyring.unseal(sealed, apiSecretPlace(deployment_id));
      this.#opened.set(name, secret);
      return secret;
    } catch (error) {
      if (error instanceof SealError) return this.#opened.get(name);
      throw error;
    }
  }
}

function summaryOf({ id, name, created_at }: DeploymentRow): DeploymentSummary {
  return { id, name, createdAt: created_at };
}

function requireFree(name: string, others: readonly DeploymentRow[]): void {
  const key = nameKey(name);
  if (others.every((other) => nameKey(other.name) !== key)) return;
  throw new Conflict('deployment.name-taken', `There is a deployment '${name}' already`);
}
