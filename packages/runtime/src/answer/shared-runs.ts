import { LRUCache } from 'lru-cache';
import type { Place } from '../source/index.ts';
import { RequestError } from '@orrery/kernel';

/** The caller asked that its query be stopped. */
export class QueryCancelled extends RequestError {
  readonly status = 400;

  constructor() {
    super('request.cancelled', 'The query was cancelled');
  }
}

export interface JoinRequest<T> {
  /** What is asked, by whom: the answer's key. */
  readonly key: string;
  /** Which data: a run that began on other data is joined only by those it was started for. */
  readonly version: string;
  /** The interaction that asks; its repeated requests come back to the same run. */
  readonly owner: string;
  /** Whose share of the data source it may take: a run takes its turn by those of all who want it. */
  readonly tenant: string;
  /** @param signal fires when nobody wants the answer any more; settle only when the work is known to have ended */
  start(signal: AbortSignal, progress: Progress): Promise<T>;
}

/** What a run is doing, for those who wait. */
export interface Progress {
  /** Set by its work. */
  stage: () => string;
  /** All who have come to want it. */
  readonly tenants: Set<string>;
  /** Where it waits for its turn; kept by its work. */
  readonly places: Set<Pick<Place, 'shareWith'>>;
}

export interface Member<T> {
  readonly outcome: Promise<T>;
  /** Another interaction began the run. */
  readonly isShared: boolean;
  stage(): string;
  /** Since the run began, milliseconds. */
  elapsedMs(): number;
  /** The caller is gone: the run is stopped when nobody else wants its answer. */
  leave(): void;
  /** The caller will ask again within the lease. */
  leaveForNow(): void;
  /** Nobody waits any more, and the work goes on to its end. */
  leaveGoing(): void;
}

export interface SharedRunSettings<T> {
  readonly leaseMs: number;
  /** Answers kept for callers who were told to ask again, in bytes. */
  readonly heldBytes: number;
  sizeOf(answer: T): number;
}

type Held<T> = { readonly kind: 'answer'; readonly answer: T } | { readonly kind: 'error'; readonly error: unknown };

/** An outcome that waits for the caller who was told to ask again. */
type Kept<T> = Held<T> & { readonly isStarter: boolean };

/**
 * Work in progress, shared by everybody who asks the same of the same data while it goes on.
 *
 * A run is *wanted* by members (requests that wait), by leases (callers who were told to ask again, for `leaseMs` each)
 * and by the process itself (refreshing in the background). When the last of them goes, it is stopped. When it ends, its
 * outcome goes to the members, and is held for those with a lease until they ask again or their lease ends. Nothing
 * survives the process: callers simply ask again.
 */
export class SharedRuns<T> {
  readonly #settings: SharedRunSettings<T>;
  readonly #running = new Set<Run<T>>();
  readonly #byVersion = new Map<string, Run<T>>();
  readonly #byLease = new Map<string, Run<T>>();
  readonly #held: LRUCache<string, Kept<T>>;
  #cancelled = 0;

  constructor(settings: SharedRunSettings<T>) {
    this.#settings = settings;
    this.#held = new LRUCache<string, Kept<T>>({
      maxSize: settings.heldBytes,
      sizeCalculation: (held) => 1 + (held.kind === 'answer' ? settings.sizeOf(held.answer) : 0),
      ttl: settings.leaseMs,
      ttlAutopurge: true,
    });
  }

  get running(): number {
    return this.#running.size;
  }

  /** Stopped because nobody wanted their answer any more, since the start. */
  get cancelled(): number {
    return this.#cancelled;
  }

  /** The outcome of a run that ended after its caller was told to ask again; given once. */
  takeHeld(key: string, owner: string): Pick<Member<T>, 'outcome' | 'isShared'> | undefined {
    const lease = pair(key, owner);
    const held = this.#held.get(lease);
    if (!held) return undefined;
    this.#held.delete(lease);
    const outcome = held.kind === 'answer' ? Promise.resolve(held.answer) : Promise.reject(held.error as Error);
    outcome.catch(() => undefined); // told to whoever waits for it
    return { outcome, isShared: !held.isStarter };
  }

  /** Keeps an answer that was given already, for a caller who is told to ask again for what goes with it. */
  hold(key: string, owner: string, answer: T, isShared: boolean): void {
    this.#held.set(pair(key, owner), { kind: 'answer', answer, isStarter: !isShared });
  }

  join(request: JoinRequest<T>): Member<T> {
    const lease = pair(request.key, request.owner);
    const version = pair(request.key, request.version);
    const known = this.#byLease.get(lease) ?? this.#byVersion.get(version);
    if (known?.isWanted) return known.admit(request);
    const run = new Run<T>(request, this.#settings.leaseMs, {
      leased: (owner, isOn) => {
        if (isOn) this.#byLease.set(pair(run.key, owner), run);
        else if (this.#byLease.get(pair(run.key, owner)) === run) this.#byLease.delete(pair(run.key, owner));
      },
      ended: (outcome, owners) => {
        this.#forget(run, version);
        for (const owner of owners) {
          this.#held.set(pair(run.key, owner), { ...outcome, isStarter: owner === request.owner });
        }
      },
      unwanted: () => {
        this.#cancelled++;
        this.#forget(run, version);
      },
    });
    this.#running.add(run);
    this.#byVersion.set(version, run);
    return run.admit(request);
  }

  /**
   * Ends what an interaction asked for: its requests fail with `QueryCancelled`, and runs nobody else wants are stopped.
   *
   * @returns the keys of its runs, when those that were stopped have ended
   */
  async cancel(owner: string): Promise<readonly string[]> {
    const concerned = [...this.#running].filter((run) => run.isWantedBy(owner));
    await Promise.all(concerned.map((run) => run.dismiss(owner)));
    return concerned.map((run) => run.key);
  }

  #forget(run: Run<T>, version: string): void {
    if (run.hasEnded) this.#running.delete(run);
    if (this.#byVersion.get(version) === run) this.#byVersion.delete(version);
  }
}

interface RunListener<T> {
  leased(owner: string, isOn: boolean): void;
  ended(outcome: Held<T>, leaseOwners: readonly string[]): void;
  unwanted(): void;
}

class Run<T> {
  readonly key: string;
  hasEnded = false;
  readonly #starter: string;
  readonly #startedAt = performance.now();
  readonly #leaseMs: number;
  readonly #listener: RunListener<T>;
  readonly #stop = new AbortController();
  readonly #members = new Set<WaitingMember<T>>();
  readonly #leases = new Map<string, NodeJS.Timeout>();
  readonly #progress: Progress = { stage: () => 'Executing query', tenants: new Set(), places: new Set() };
  readonly #ending: Promise<void>;
  #isDetached = false;

  constructor(request: JoinRequest<T>, leaseMs: number, listener: RunListener<T>) {
    this.key = request.key;
    this.#starter = request.owner;
    this.#leaseMs = leaseMs;
    this.#listener = listener;
    // Started in a later microtask, so that whoever joins is a member before the work can end.
    this.#ending = Promise.resolve()
      .then(() => request.start(this.#stop.signal, this.#progress))
      .then(
        (answer) => this.#end({ kind: 'answer', answer }),
        (error: unknown) => this.#end({ kind: 'error', error }),
      );
  }

  /** Neither stopped nor ended. */
  get isWanted(): boolean {
    return !this.#stop.signal.aborted && !this.hasEnded;
  }

  isWantedBy(owner: string): boolean {
    return this.#leases.has(owner) || [...this.#members].some((member) => member.owner === owner);
  }

  admit({ owner, tenant }: Pick<JoinRequest<T>, 'owner' | 'tenant'>): Member<T> {
    this.#endLease(owner);
    this.#share(tenant);
    const member = new WaitingMember<T>(owner, owner !== this.#starter, {
      stage: () => this.#progress.stage(),
      elapsedMs: () => performance.now() - this.#startedAt,
      left: (gone, wants) => {
        this.#members.delete(gone);
        if (wants === 'lease') this.#lease(owner);
        if (wants === 'end') this.#isDetached = true;
        this.#stopIfUnwanted();
      },
    });
    this.#members.add(member);
    return member;
  }

  #share(tenant: string): void {
    const { tenants, places } = this.#progress;
    if (tenants.has(tenant)) return;
    tenants.add(tenant);
    for (const place of places) place.shareWith(tenant);
  }

  /** Resolves when the run has ended, if it was stopped by this. */
  async dismiss(owner: string): Promise<void> {
    for (const member of [...this.#members].filter((one) => one.owner === owner)) {
      this.#members.delete(member);
      member.fail(new QueryCancelled());
    }
    this.#endLease(owner);
    this.#stopIfUnwanted();
    if (this.#stop.signal.aborted) await this.#ending;
  }

  #lease(owner: string): void {
    if (this.hasEnded) return;
    this.#endLease(owner);
    const timer = setTimeout(() => {
      this.#endLease(owner);
      this.#stopIfUnwanted();
    }, this.#leaseMs).unref();
    this.#leases.set(owner, timer);
    this.#listener.leased(owner, true);
  }

  #endLease(owner: string): void {
    const timer = this.#leases.get(owner);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#leases.delete(owner);
    this.#listener.leased(owner, false);
  }

  #stopIfUnwanted(): void {
    if (!this.isWanted || this.#isDetached || this.#members.size > 0 || this.#leases.size > 0) return;
    this.#stop.abort(new QueryCancelled());
    this.#listener.unwanted();
  }

  #end(outcome: Held<T>): void {
    this.hasEnded = true;
    const owners = [...this.#leases.keys()];
    for (const owner of owners) this.#endLease(owner);
    this.#listener.ended(outcome, owners);
    for (const member of this.#members) {
      if (outcome.kind === 'answer') member.succeed(outcome.answer);
      else member.fail(outcome.error);
    }
    this.#members.clear();
  }
}

/** What a member tells its run, and asks it. */
interface RunSide<T> {
  stage(): string;
  elapsedMs(): number;
  left(member: WaitingMember<T>, wants: 'nothing' | 'lease' | 'end'): void;
}

class WaitingMember<T> implements Member<T> {
  readonly owner: string;
  readonly isShared: boolean;
  readonly outcome: Promise<T>;
  readonly succeed: (answer: T) => void;
  readonly fail: (error: unknown) => void;
  readonly #run: RunSide<T>;
  #isIn = true;

  constructor(owner: string, isShared: boolean, run: RunSide<T>) {
    this.owner = owner;
    this.isShared = isShared;
    this.#run = run;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    promise.catch(() => undefined); // whoever still waits hears of it
    this.outcome = promise;
    this.succeed = resolve;
    this.fail = reject;
  }

  stage(): string {
    return this.#run.stage();
  }

  elapsedMs(): number {
    return this.#run.elapsedMs();
  }

  leave(): void {
    this.#leave('nothing');
  }

  leaveForNow(): void {
    this.#leave('lease');
  }

  leaveGoing(): void {
    this.#leave('end');
  }

  #leave(wants: 'nothing' | 'lease' | 'end'): void {
    if (!this.#isIn) return;
    this.#isIn = false;
    this.#run.left(this, wants);
  }
}

/** Both parts are of our making or bounded; the separator stands in neither key. */
function pair(key: string, other: string): string {
  return `${key}\n${other}`;
}
