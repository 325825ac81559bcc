import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { OperatorError } from '../config/operator-error.ts';
import type { MasterKey } from '../identity/master-key.ts';
import { seal, unseal } from '../identity/seal.ts';
import { defaultDeploymentId } from '../http/address.ts';
import type { Deployment } from './deployment.ts';
import { DeploymentStore } from './deployment-store.ts';

const secretBytes = 48;

export interface DeploymentServiceDependencies {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly clock: { now(): number };
}

/** The data folder belongs to somebody else. */
class AccountMismatch extends OperatorError {}

export class DeploymentService {
  readonly #store: DeploymentStore;
  readonly #dependencies: DeploymentServiceDependencies;

  constructor(dependencies: DeploymentServiceDependencies) {
    this.#store = new DeploymentStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Makes the account and its first deployment on the first start; later starts must name the same account. */
  async ensureDefault(accountName: string): Promise<void> {
    const existing = await this.#store.account();
    if (!existing) await this.#createDefault(accountName);
    const account = existing ?? (await this.#store.account());
    if (account?.name !== accountName) {
      throw new AccountMismatch(
        `The data folder belongs to the account '${account?.name}', not '${accountName}' (ORRERY_ACCOUNT).`,
      );
    }
  }

  /** @throws SealError when the master key is another one */
  async list(): Promise<readonly Deployment[]> {
    const rows = await this.#store.deployments();
    return rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      createdAt: row.created_at,
      apiSecret: unseal(row.api_secret, this.#dependencies.masterKey, secretPlace(row.id)),
    }));
  }

  async #createDefault(accountName: string): Promise<void> {
    const { database, masterKey, clock } = this.#dependencies;
    const id = defaultDeploymentId;
    const secret = randomBytes(secretBytes).toString('base64url');
    await inTransaction(database, async (transaction) => {
      await this.#store.insertAccount(transaction, { id: 1, name: accountName, created_at: clock.now() });
      await this.#store.insertDeployment(transaction, {
        id,
        account_id: 1,
        name: 'default',
        created_at: clock.now(),
        api_secret: seal(secret, masterKey, secretPlace(id)),
      });
    });
  }
}

function secretPlace(deploymentId: number): string {
  return `deployment/${deploymentId}/api-secret`;
}
