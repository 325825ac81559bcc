import { Client, type ClientConfig } from 'pg';
import { epochChannel, type Epochs } from './epochs.ts';
import { StoreUnavailable } from './store-unavailable.ts';

const times = {
  /** Below one second, the longest time a change may take to act when its notification is lost. */
  pollEveryMs: 900,
  /** How long the last known epochs are trusted while the store does not answer. */
  believedForMs: 10_000,
};

/**
 * Learns of changes by NOTIFY, and polls all epochs about once a second: notifications get lost with a connection, and
 * poolers between us and the server do not forward them.
 *
 * States: *listening*, with a connection of its own that also polls; *lost*, when the connection failed or did not
 * answer a poll in time, and each poll tries a new one. The last known epochs are trusted for ten more seconds, then
 * none.
 */
export class PostgresEpochs implements Epochs {
  readonly #config: ClientConfig;
  readonly #times: typeof times;
  readonly #epochs = new Map<number, number>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heardAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #isClosed = false;

  private constructor(config: ClientConfig, given: typeof times) {
    this.#config = config;
    this.#times = given;
  }

  /** @throws StoreUnavailable */
  static async open(config: ClientConfig, given = times): Promise<PostgresEpochs> {
    const epochs = new PostgresEpochs(config, given);
    await epochs.#poll();
    if (epochs.#failure === undefined) return epochs;
    await epochs.close();
    throw new StoreUnavailable(epochs.#failure);
  }

  of(accountId: number): number {
    if (performance.now() - this.#heardAt > this.#times.believedForMs) throw new StoreUnavailable(this.#failure);
    return this.#epochs.get(accountId) ?? 0;
  }

  steady<T>(work: () => T): T {
    return work();
  }

  lagMs(): number {
    return performance.now() - this.#heardAt;
  }

  learn(accountId: number, epoch: number): void {
    if (epoch > (this.#epochs.get(accountId) ?? 0)) this.#epochs.set(accountId, epoch);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#drop();
  }

  async #poll(): Promise<void> {
    try {
      const askedAt = performance.now();
      const client = (this.#client ??= await this.#listen());
      const { rows } = await client.query<{ id: number; epoch: number }>('SELECT id, epoch FROM account');
      for (const { id, epoch } of rows) this.learn(id, epoch);
      this.#heardAt = askedAt;
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error;
      void this.#drop(); // not waited for: its server may never answer again
    }
    if (this.#isClosed) return this.#drop();
    this.#timer = setTimeout(() => void this.#poll(), this.#times.pollEveryMs).unref();
  }

  async #listen(): Promise<Client> {
    const client = new Client(this.#config);
    client.on('error', () => void this.#drop(client)); // the next poll tells
    client.on('notification', ({ payload = '' }) => {
      const [accountId, epoch] = payload.split(':').map(Number);
      if (Number.isInteger(accountId) && Number.isInteger(epoch)) this.learn(Number(accountId), Number(epoch));
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${epochChannel}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async #drop(client = this.#client): Promise<void> {
    if (this.#client === client) this.#client = undefined;
    await client?.end().catch(() => undefined); // the connection is lost in any case
  }
}
