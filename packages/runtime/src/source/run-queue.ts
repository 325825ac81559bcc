import { Unavailable } from '@orrery/kernel';
import type { Project } from '@orrery/config';
import { resultsSource } from './results-source.ts';
import type { QueueFigures } from '../runtime.ts';

export interface QueueLimits {
  /** Number of concurrent runs. */
  readonly size: number;
  /** Concurrent runs of one tenant; below `size`, so that one tenant never takes all slots. */
  readonly perTenant: number;
}

/** Bound on waiting runs of a tenant: more than people and dashboards request at once. */
const mostWaitingPerTenant = 1_000;

interface Tenant {
  readonly name: string;
  running: number;
  readonly waiting: Set<QueuePlace>;
  /** Turn of the queue in which it last entered. */
  enteredAt: number;
}

/**
 * A slot in the queue of a data source.
 *
 * States: *waiting* from `join` on; *entered* when `entered` has resolved and it holds a slot; *left* after `leave` in
 * either state, or when its signal fired while it waited; the slot is then passed on.
 */
export interface QueueSlot {
  /** Rejects with the reason of the signal when that fires first. */
  readonly entered: Promise<void>;
  /** Number of earlier runs that still wait; 0 once it has entered. */
  ahead(): number;
  /** Adds a tenant who wants the same run: it enters by the earlier turn of the two, and uses that tenant's share. */
  shareWith(tenantName: string): void;
  /** Whether it holds a slot that another run would enter if it left. */
  isWaitedFor(): boolean;
  leave(): void;
}

/**
 * Limits the number of concurrent runs on one data source, with fair shares: a free slot goes to the waiting tenant
 * with the fewest runs, among equals to the one that has waited longest. No tenant holds more than `perTenant` slots,
 * even alone. Runs of one tenant enter in order of arrival.
 *
 * The queue is not stored: a run that ends with the process held nothing outside it.
 */
export class RunQueue {
  readonly #limits: QueueLimits;
  readonly #tenants = new Map<string, Tenant>();
  readonly #waiting = new Set<QueuePlace>();
  #running = 0;
  /** Counts arrivals and entries, as a clock that orders both. */
  #turns = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a run would enter if this tenant gave back one of its slots. */
  isWaitedFor(tenantName: string): boolean {
    return [...this.#tenants.values()].some(
      ({ name, running, waiting }) => waiting.size > 0 && (name === tenantName || running < this.#limits.perTenant),
    );
  }

  /** Does a work that nothing stops in a slot of its own. @throws Unavailable as `join`, what the work throws */
  async within<T>(tenantName: string, work: () => Promise<T>): Promise<T> {
    const place = this.join(tenantName, new AbortController().signal);
    try {
      await place.entered;
      return await work();
    } finally {
      place.leave();
    }
  }

  /** @throws Unavailable when too many runs of the tenant wait already, the reason of `signal` when it has fired */
  join(tenantName: string, signal: AbortSignal): QueueSlot {
    signal.throwIfAborted();
    const tenant = this.#tenantOf(tenantName);
    if (tenant.waiting.size >= mostWaitingPerTenant) {
      throw new Unavailable('queue.full', 'Too many queries are waiting for the data source; try again later');
    }
    const place = new QueuePlace(this.#turns++, signal, {
      ahead: (arrival) => this.#waitingBefore(arrival),
      shareWith: (other) => this.#shareWith(place, this.#tenantOf(other)),
      isWaitedFor: (enteredFor) => this.isWaitedFor(enteredFor),
      leave: (enteredFor) => this.#leave(place, enteredFor),
    });
    this.#waiting.add(place);
    tenant.waiting.add(place);
    this.#admit();
    return place;
  }

  /** A tenant whose queue is full waits only through the others. */
  #shareWith(place: QueuePlace, tenant: Tenant): void {
    if (tenant.waiting.size >= mostWaitingPerTenant) return;
    tenant.waiting.add(place);
    this.#admit();
  }

  #tenantOf(name: string): Tenant {
    const known = this.#tenants.get(name);
    if (known) return known;
    const tenant: Tenant = { name, running: 0, waiting: new Set(), enteredAt: 0 };
    this.#tenants.set(name, tenant);
    return tenant;
  }

  #leave(place: QueuePlace, enteredFor: string | undefined): void {
    const tenant = enteredFor === undefined ? undefined : this.#tenants.get(enteredFor);
    if (tenant) {
      tenant.running--;
      this.#running--;
      this.#forgetIdle(tenant);
    }
    this.#endWaiting(place);
    this.#admit();
  }

  #admit(): void {
    while (this.#running < this.#limits.size) {
      const tenant = this.#nextTenant();
      const [place] = tenant?.waiting ?? [];
      if (!tenant || !place) return;
      tenant.running++;
      tenant.enteredAt = this.#turns++;
      this.#running++;
      this.#endWaiting(place);
      place.enter(tenant.name);
    }
  }

  #endWaiting(place: QueuePlace): void {
    if (!this.#waiting.delete(place)) return;
    for (const tenant of this.#tenants.values()) {
      if (tenant.waiting.delete(place)) this.#forgetIdle(tenant);
    }
  }

  #forgetIdle({ name, running, waiting }: Tenant): void {
    if (running === 0 && waiting.size === 0) this.#tenants.delete(name);
  }

  #nextTenant(): Tenant | undefined {
    let next: Tenant | undefined;
    for (const tenant of this.#tenants.values()) {
      if (tenant.waiting.size === 0 || tenant.running >= this.#limits.perTenant) continue;
      if (!next || tenant.running < next.running) next = tenant;
      else if (tenant.running === next.running && waitsSince(tenant) < waitsSince(next)) next = tenant;
    }
    return next;
  }

  #waitingBefore(arrival: number): number {
    let count = 0;
    for (const place of this.#waiting) if (place.arrival < arrival) count++;
    return count;
  }
}

/** Turn of its first waiting run's arrival or of its last entry, whichever is later. */
function waitsSince({ waiting, enteredAt }: Tenant): number {
  const [first] = waiting;
  return Math.max(first?.arrival ?? 0, enteredAt);
}

interface QueueSide {
  ahead(arrival: number): number;
  shareWith(tenantName: string): void;
  isWaitedFor(enteredFor: string): boolean;
  leave(enteredFor: string | undefined): void;
}

class QueuePlace implements QueueSlot {
  readonly entered: Promise<void>;
  readonly arrival: number;
  readonly #signal: AbortSignal;
  readonly #queue: QueueSide;
  readonly #resolve: () => void;
  readonly #reject: (reason: unknown) => void;
  #state: 'waiting' | 'entered' | 'left' = 'waiting';
  #enteredFor: string | undefined;

  constructor(arrival: number, signal: AbortSignal, queue: QueueSide) {
    this.arrival = arrival;
    this.#signal = signal;
    this.#queue = queue;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.entered = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    promise.catch(() => undefined); // told to whoever waits for it
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  ahead(): number {
    return this.#state === 'waiting' ? this.#queue.ahead(this.arrival) : 0;
  }

  shareWith(tenantName: string): void {
    if (this.#state === 'waiting') this.#queue.shareWith(tenantName);
  }

  isWaitedFor(): boolean {
    return this.#state === 'entered' && this.#enteredFor !== undefined && this.#queue.isWaitedFor(this.#enteredFor);
  }

  enter(tenantName: string): void {
    this.#state = 'entered';
    this.#enteredFor = tenantName;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#resolve();
  }

  leave(): void {
    if (this.#state === 'left') return;
    this.#state = 'left';
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#queue.leave(this.#enteredFor);
  }

  readonly #onAbort = (): void => {
    this.leave();
    this.#reject(this.#signal.reason);
  };
}

interface QueuedProject {
  readonly dataSources: ReadonlyMap<string, unknown>;
  readonly query: Pick<Project['query'], 'concurrency' | 'concurrencyPerTenant'>;
}

/** A queue for each data source of a project, and one for the work above their results. */
export class RunQueues {
  readonly #queues: ReadonlyMap<string, RunQueue>;

  /** @param resultsRunning statements above results that may run at a time */
  constructor({ dataSources, query }: QueuedProject, resultsRunning: number) {
    const limits = { size: query.concurrency, perTenant: query.concurrencyPerTenant };
    const results = new RunQueue({ size: resultsRunning, perTenant: resultsRunning - 1 });
    const queues = [...dataSources.keys()].map((name): [string, RunQueue] => [name, new RunQueue(limits)]);
    this.#queues = new Map([...queues, [resultsSource, results]]);
  }

  /** @throws Unavailable when the project defines no such data source */
  of(dataSource: string): RunQueue {
    const queue = this.#queues.get(dataSource);
    if (queue) return queue;
    throw new Unavailable('data-source.unknown', `The project defines no data source '${dataSource}'`);
  }

  figures(): readonly QueueFigures[] {
    return [...this.#queues].map(([dataSource, { running, waiting }]) => ({ dataSource, running, waiting }));
  }
}
