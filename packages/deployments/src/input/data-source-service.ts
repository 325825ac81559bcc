import type { NetworkRule } from '@orrery/engines';
import type { Selectable, Transaction } from 'kysely';
import {
  type Database,
  dataSourcePlace,
  type DeploymentDataSourceTable,
  type Keyring,
  type Tables,
  type Writer,
} from '@orrery/store';
import { Conflict, NotFound, requireSound } from '@orrery/kernel';
import type { Change, RightsChange } from '@orrery/people';
import { DeploymentStore, requireEditable } from '../deployment/index.ts';
import { serverFaults } from './server-faults.ts';
import {
  isStoredType,
  mergeFacts,
  type NewDataSource,
  secretOf,
  type ServerFacts,
  type ServerInput,
  type StoredDataSource,
  storedTypes,
} from './stored-data-source.ts';

export interface DataSourceServiceDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Rule for the addresses of servers. */
  readonly network: NetworkRule;
}

export type DataSourceRow = Selectable<DeploymentDataSourceTable>;

const mostDataSources = 20;
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** Database servers of a deployment, in addition to those its project names. Secrets are never shown again. */
export class DataSourceService {
  readonly #deployments: DeploymentStore;
  readonly #dependencies: DataSourceServiceDependencies;

  constructor(dependencies: DataSourceServiceDependencies) {
    this.#deployments = new DeploymentStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. @throws NotFound */
  async list(accountId: number, deploymentId: number): Promise<readonly StoredDataSource[]> {
    await this.#requireDeployment(this.#dependencies.database, accountId, deploymentId);
    return (await dataSourceRows(this.#dependencies.database, deploymentId)).map(presentRow);
  }

  /** @throws NotFound */
  async get(accountId: number, deploymentId: number, id: number): Promise<StoredDataSource> {
    await this.#requireDeployment(this.#dependencies.database, accountId, deploymentId);
    return presentRow(await this.#row(this.#dependencies.database, deploymentId, id));
  }

  /** @throws NotFound, Invalid, Conflict when the name is taken, or there are too many */
  create(change: RightsChange, deploymentId: number, input: NewDataSource): Promise<StoredDataSource> {
    return this.#edit(change, deploymentId, async ({ transaction, now }) => {
      const facts = this.#readNew(input);
      const others = await dataSourceRows(transaction, deploymentId);
      if (others.length >= mostDataSources) {
        throw new Conflict('data-source.too-many', `A deployment has at most ${mostDataSources} data sources`);
      }
      if (others.some(({ name }) => name === input.name)) {
        throw new Conflict('data-source.name-taken', `There is a data source '${input.name}' already`);
      }
      const row = await transaction
        .insertInto('deployment_data_source')
        .values({
          deployment_id: deploymentId,
          name: input.name,
          type: facts.type,
          settings: writtenFacts(facts),
          sealed: await this.#seal(transaction, deploymentId, input.name, secretOf(facts.type, input) ?? ''),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record(change, { row, act: 'created', fields: [] });
      return presentRow(row);
    });
  }

  /**
   * Changes a data source. A secret given for one server is never sent to another: changing the address, or how the
   * server proves its identity, requires the secret again.
   *
   * @throws NotFound, Invalid
   */
  update(change: RightsChange, deploymentId: number, id: number, input: ServerInput): Promise<StoredDataSource> {
    return this.#edit(change, deploymentId, async ({ transaction, now }) => {
      const before = await this.#row(transaction, deploymentId, id);
      const known = presentRow(before);
      const facts = mergeFacts(known.type, input, known);
      const faults = serverFaults({ input, facts, before: known }, this.#dependencies.network);
      requireSound('data-source.invalid', faults);
      const secret = secretOf(known.type, input);
      const changed =
        secret === undefined ? {} : { sealed: await this.#seal(transaction, deploymentId, before.name, secret) };
      const row = await transaction
        .updateTable('deployment_data_source')
        .set({ settings: writtenFacts(facts), updated_at: now, ...changed })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const fields = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]));
      await record(change, { row, act: 'updated', fields });
      return presentRow(row);
    });
  }

  /** @throws NotFound */
  delete(change: RightsChange, deploymentId: number, id: number): Promise<void> {
    return this.#edit(change, deploymentId, async ({ transaction }) => {
      const row = await this.#row(transaction, deploymentId, id);
      await transaction.deleteFrom('deployment_data_source').where('id', '=', id).execute();
      await record(change, { row, act: 'deleted', fields: [] });
    });
  }

  #readNew(input: NewDataSource): ServerFacts {
    const { name, type } = input;
    if (!isStoredType(type)) {
      const only = `must be one of ${storedTypes.join(', ')}; files of a project are named in its orrery.yml`;
      requireSound('data-source.invalid', [{ path: 'type', message: only }]);
      throw new Error('an unknown type is a fault');
    }
    const facts = mergeFacts(type, input);
    const faults = [...serverFaults({ input, facts }, this.#dependencies.network)];
    if (!namePattern.test(name)) faults.unshift({ path: 'name', message: 'must be letters, digits and _' });
    requireSound('data-source.invalid', faults);
    return facts;
  }

  async #edit<T>(change: RightsChange, deploymentId: number, work: (change: Change) => Promise<T>): Promise<T> {
    await this.#requireDeployment(change.transaction, change.accountId, deploymentId);
    requireEditable(deploymentId);
    const value = await work(change);
    await this.#deployments.touch(change.transaction, deploymentId);
    return value;
  }

  #seal(transaction: Transaction<Tables>, deploymentId: number, name: string, secret: string): Promise<string> {
    return this.#dependencies.keyring.seal(transaction, secret, dataSourcePlace(deploymentId, name));
  }

  async #row(writer: Writer, deploymentId: number, id: number): Promise<DataSourceRow> {
    const row = (await dataSourceRows(writer, deploymentId)).find((one) => one.id === id);
    if (row) return row;
    throw new NotFound('data-source.not-there', `There is no data source ${id}`);
  }

  async #requireDeployment(writer: Writer, accountId: number, id: number): Promise<void> {
    if (await this.#deployments.get(writer, accountId, id)) return;
    throw new NotFound('deployment.unknown', `There is no deployment ${id}`);
  }
}

function record(
  change: Change,
  { row, act, fields }: { readonly row: DataSourceRow; readonly act: string; readonly fields: readonly string[] },
): Promise<void> {
  const source = presentRow(row);
  const { host, port } = source;
  const holder = source.type === 'trino' ? { catalog: source.catalog } : { database: source.database };
  return change.record({
    event: 'Updated deployment configuration',
    deploymentId: row.deployment_id,
    attributes: { dataSource: row.name, change: act, fields, host, port, ...holder },
  });
}

export function dataSourceRows(writer: Writer, deploymentId: number): Promise<DataSourceRow[]> {
  return writer
    .selectFrom('deployment_data_source')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .orderBy('id')
    .execute();
}

function presentRow(row: DataSourceRow): StoredDataSource {
  const { id, name, created_at, updated_at } = row;
  return { ...readFacts(row), id, name, createdAt: created_at, updatedAt: updated_at };
}

/** The type has a column of its own. */
function writtenFacts({ type: _, ...settings }: ServerFacts): string {
  return JSON.stringify(settings);
}

/** @param row as this service writes it */
export function readFacts({ id, type, settings }: Pick<DataSourceRow, 'id' | 'type' | 'settings'>): ServerFacts {
  if (!isStoredType(type))
    throw new Error(`data source ${id} is of the type '${type}', which this version has not got`);
  return { ...JSON.parse(settings), type } as ServerFacts; // settings are stored with their type
}
