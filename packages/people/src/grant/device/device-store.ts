import type { Insertable, Selectable } from 'kysely';
import type { Database, OAuthDeviceTable, Writer } from '@orrery/store';

export type OAuthDeviceRow = Selectable<OAuthDeviceTable>;

/** A request with its client. */
export interface RequestedDeviceRow extends OAuthDeviceRow {
  readonly client_name: string;
  readonly client_text: string;
  readonly client_kind: string;
  readonly client_account: number | null;
}

/** The decision of a person. */
export interface DeviceDecision {
  readonly accountId: number;
  readonly userId: number;
  readonly status: 'approved' | 'denied';
  readonly deployments: 'all' | readonly number[];
}

/** Rows of `oauth_device` and `oauth_device_deployment`. */
export class DeviceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(row: Insertable<OAuthDeviceTable>): Promise<void> {
    await this.#database.insertInto('oauth_device').values(row).execute();
  }

  /** Instants of requests from a network, newest first. */
  async requestedFrom(network: string, after: number, most: number): Promise<readonly number[]> {
    const rows = await this.#database
      .selectFrom('oauth_device')
      .select('created_at')
      .where('requested_from', '=', network)
      .where('created_at', '>', after)
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ created_at }) => created_at);
  }

  async liveCount(now: number): Promise<number> {
    const { count } = await this.#database
      .selectFrom('oauth_device')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Finds a request that waits for a decision. */
  findPending(writer: Writer, userCodeHash: string, now: number): Promise<RequestedDeviceRow | undefined> {
    return writer
      .selectFrom('oauth_device')
      .innerJoin('oauth_client', 'oauth_client.id', 'oauth_device.client_id')
      .selectAll('oauth_device')
      .select([
        'oauth_client.name as client_name',
        'oauth_client.client_id as client_text',
        'oauth_client.kind as client_kind',
        'oauth_client.account_id as client_account',
      ])
      .where('oauth_device.user_code_hash', '=', userCodeHash)
      .where('oauth_device.status', '=', 'pending')
      .where('oauth_device.expires_at', '>', now)
      .executeTakeFirst();
  }

  /** @returns whether the request still waited for a decision */
  async decide(writer: Writer, id: number, decision: DeviceDecision, now: number): Promise<boolean> {
    const { accountId, userId, status, deployments } = decision;
    const { numUpdatedRows } = await writer
      .updateTable('oauth_device')
      .set({
        status,
        account_id: accountId,
        user_id: userId,
        has_all_deployments: deployments === 'all' ? 1 : 0,
      })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) === 0) return false;
    const chosen = deployments === 'all' ? [] : deployments;
    const pairs = chosen.map((deploymentId) => ({ device_id: id, deployment_id: deploymentId }));
    if (pairs.length > 0) await writer.insertInto('oauth_device_deployment').values(pairs).execute();
    return true;
  }

  /** Finds a request by the code of the device, whatever became of it. */
  find(deviceHash: string): Promise<OAuthDeviceRow | undefined> {
    return this.#database
      .selectFrom('oauth_device')
      .selectAll()
      .where('device_hash', '=', deviceHash)
      .executeTakeFirst();
  }

  /** Writes the time of a question of the device. */
  async notePoll(id: number, set: Pick<OAuthDeviceRow, 'polled_at' | 'interval_ms'>): Promise<void> {
    await this.#database.updateTable('oauth_device').set(set).where('id', '=', id).execute();
  }

  /** Uses an approval up. @returns `undefined` when it was used before */
  take(writer: Writer, accountId: number, id: number, now: number): Promise<OAuthDeviceRow | undefined> {
    return writer
      .updateTable('oauth_device')
      .set({ status: 'used' })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('status', '=', 'approved')
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
  }

  async deploymentsOf(writer: Writer, deviceId: number): Promise<readonly number[]> {
    const rows = await writer
      .selectFrom('oauth_device_deployment')
      .select('deployment_id')
      .where('device_id', '=', deviceId)
      .orderBy('deployment_id')
      .execute();
    return rows.map(({ deployment_id }) => deployment_id);
  }

  /** @returns how many */
  async deleteOver(expiredBefore: number, most: number): Promise<number> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('oauth_device')
      .where('id', 'in', (is) =>
        is.selectFrom('oauth_device').select('id').where('expires_at', '<=', expiredBefore).limit(most),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
