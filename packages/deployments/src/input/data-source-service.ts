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
import {
  isStoredType,
  leadsElsewhere,
  mergeFacts,
  type NewDataSource,
  type ServerFacts,
  serverFaults,
  type ServerInput,
  type StoredDataSource,
  type StoredType,
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

/** Database servers of a deployment, in addition to those its project names. Passwords are never shown again. */
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
      const { type, facts } = this.#readNew(input);
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
          type,
          settings: JSON.stringify(facts),
          sealed: await this.#seal(transaction, deploymentId, input.name, input.password ?? ''),
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
   * Changes a data source. A password given for one server is never sent to another: changing the address, or how the
   * server proves its identity, requires the password again.
   *
   * @throws NotFound, Invalid
   */
  update(change: RightsChange, deploymentId: number, id: number, input: ServerInput): Promise<StoredDataSource> {
    return this.#edit(change, deploymentId, async ({ transaction, now }) => {
      const before = await this.#row(transaction, deploymentId, id);
      const known = presentRow(before);
      const facts = mergeFacts(known.type, input, known);
      const faults = [...serverFaults(known.type, input, facts, this.#dependencies.network)];
      if (input.password === undefined && leadsElsewhere(known, facts)) {
        faults.push({ path: 'password', message: 'must be given again when host, port or ssl change' });
      }
      requireSound('data-source.invalid', faults);
      const password =
        input.password === undefined
          ? {}
          : { sealed: await this.#seal(transaction, deploymentId, before.name, input.password) };
      const row = await transaction
        .updateTable('deployment_data_source')
        .set({ settings: JSON.stringify(facts), updated_at: now, ...password })
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

  #readNew(input: NewDataSource): { readonly type: StoredType; readonly facts: ServerFacts } {
    const { name, type } = input;
    if (!isStoredType(type)) {
      const only = `must be ${storedTypes.join(' or ')}; files of a project are named in its orrery.yml`;
      requireSound('data-source.invalid', [{ path: 'type', message: only }]);
      throw new Error('an unknown type is a fault');
    }
    const facts = mergeFacts(type, input);
    const faults = [...serverFaults(type, input, facts, this.#dependencies.network)];
    if (!namePattern.test(name)) faults.unshift({ path: 'name', message: 'must be letters, digits and _' });
    requireSound('data-source.invalid', faults);
    return { type, facts };
  }

  async #edit<T>(change: RightsChange, deploymentId: number, work: (change: Change) => Promise<T>): Promise<T> {
    await this.#requireDeployment(change.transaction, change.accountId, deploymentId);
    requireEditable(deploymentId);
    const value = await work(change);
    await this.#deployments.touch(change.transaction, deploymentId);
    return value;
  }

  #seal(transaction: Transaction<Tables>, deploymentId: number, name: string, password: string): Promise<string> {
    return this.#dependencies.keyring.seal(transaction, password, dataSourcePlace(deploymentId, name));
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
  const { host, port, database } = presentRow(row);
  return change.record({
    event: 'Updated deployment configuration',
    deploymentId: row.deployment_id,
    attributes: { dataSource: row.name, change: act, fields, host, port, database },
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
  const { id, name, type, settings, created_at, updated_at } = row;
  if (!isStoredType(type))
    throw new Error(`data source ${id} is of the type '${type}', which this version has not got`);
  return { ...readFacts(settings), id, name, type, createdAt: created_at, updatedAt: updated_at };
}

/** @param settings as this service writes them */
export function readFacts(settings: string): ServerFacts {
  return JSON.parse(settings) as ServerFacts;
}
