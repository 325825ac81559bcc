import { type StorePlace, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import type { Store } from '../database/store.ts';
import type { JobHandler, NewJob } from './job.ts';
import { JobStore } from './job-store.ts';
import { JobWorker } from './job-worker.ts';

export interface Node {
  readonly worker: JobWorker;
  readonly jobs: JobStore;
  /** The machine's clock, and the monotonic one. */
  readonly clock: { at: number; now(): number };
  readonly steady: { at: number; now(): number };
  readonly logged: string[];
}

/** Several nodes over one database, each with a connection and clocks of its own. */
export class Nodes implements AsyncDisposable {
  readonly place: StorePlace;
  readonly stores: readonly Store[];

  private constructor(place: StorePlace, stores: readonly Store[]) {
    this.place = place;
    this.stores = stores;
  }

  static async open(kind: StorePlace['kind'], count: number): Promise<Nodes> {
    const place = await migratedPlace(kind);
    const stores: Store[] = [];
    for (let index = 0; index < count; index += 1) stores.push(await connect(place.settings));
    const nodes = new Nodes(place, stores);
    await migrate(nodes.store(0).database);
    await nodes
      .store(0)
      .database.insertInto('account')
      .values({ id: 1, name: 'acme', created_at: 1, first_key_at: 1 })
      .execute();
    return nodes;
  }

  store(index: number): Store {
    const store = this.stores[index];
    if (!store) throw new Error(`there is no node ${index}`);
    return store;
  }

  /** @param most jobs in parallel */
  node(index: number, handlers: readonly JobHandler[], most = 100): Node {
    const { database } = this.store(index);
    const clock = clockAt(1_000_000);
    const steady = clockAt(index * 7_919);
    const logged: string[] = [];
    const say = (_: object, message: string) => void logged.push(message);
    const log = { info: say, warn: say, error: say };
    const worker = new JobWorker({ database, handlers, most, clock, steady, log });
    return { worker, jobs: new JobStore(database), clock, steady, logged };
  }

  async add(jobs: readonly Partial<NewJob>[], now = 1_000_000): Promise<number> {
    const { database } = this.store(0);
    const whole = jobs.map((job) => ({ accountId: 1, kind: 'greet', payload: {}, dueAt: now, ...job }));
    return database.transaction().execute((transaction) => new JobStore(database).add(transaction, whole, now));
  }

  rows() {
    return this.store(0).database.selectFrom('job').selectAll().orderBy('id').execute();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.stores.map((store) => store.close()));
    await this.place.remove();
  }
}

function clockAt(at: number): Node['clock'] {
  return {
    at,
    now() {
      return this.at;
    },
  };
}
