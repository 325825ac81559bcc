import type { QueueSlot } from '../source/index.ts';
import { RequestError } from '@orrery/kernel';
import { WaitingMember } from './waiting-member.ts';

/** Thrown when the caller has stopped its query. */
export class QueryCancelled extends RequestError {
  readonly status = 400;

  constructor() {
    super('request.cancelled', 'The query was cancelled');
  }
}

/** A run whose first part is there, as its work presents it. */
export interface StartedRun<Part> {
  /** Whether a new member gets all of it. */
  readonly isWhole: boolean;
  /** Opens it; only while it is complete. */
  open(): Part;
  /** Keeps all of it for its end. */
  gather(): void;
}

/** One member's access to a run that has begun. */
export interface OpenedPart {
  fail(error: unknown): void;
  leave(): void;
}

export interface JoinRequest<T, Part extends OpenedPart = OpenedPart> {
  /** The answer's key, which identifies the query and the caller's rights. */
  readonly key: string;
  /** Version of the data: a run that began on other data is joined only by those it was started for. */
  readonly version: string;
  /** The interaction of the request; its repeated requests return to the same run. */
  readonly owner: string;
  /** The tenant whose share of the data source it may use: a run enters by the turn of any tenant who wants it. */
  readonly tenant: string;
  /** Whether it wants the complete answer at its end, instead of parts. */
  readonly takesWhole: boolean;
  /**
   * @param signal fires when no caller wants the answer any more; settle only when the work has ended @returns
   * `undefined` when the answer was streamed to its readers and is no longer complete
   */
  start(signal: AbortSignal, progress: RunProgress<Part>): Promise<T | undefined>;
}

/** The state of a run, for callers who wait. */
export interface RunProgress<Part extends OpenedPart = OpenedPart> {
  /** Current stage; the work sets it. */
  stage: () => string;
  /** Tenants of all members. */
  readonly tenants: Set<string>;
  /** The slots of the run in queues; the work maintains them. */
  readonly places: Set<Pick<QueueSlot, 'shareWith' | 'isWaitedFor'>>;
  /** Called by the work, once, when the first part is there and the rest takes time. */
  begin(begun: StartedRun<Part>): void;
}

export interface RunMember<T, Part extends OpenedPart = OpenedPart> {
  /** Never settles for members that take parts of an answer that does not stay complete. */
  readonly outcome: Promise<T>;
  /** Resolves when there is a part to take, for members that take parts. */
  readonly begun: Promise<Part>;
  /** Whether another interaction started the run. */
  readonly isShared: boolean;
  stage(): string;
  /** Milliseconds since the run began. */
  elapsedMs(): number;
  /** Whether the run holds a slot that another one waits for. */
  isWaitedFor(): boolean;
  /** The caller has disconnected: the run is stopped when no other caller wants its answer. */
  leave(): void;
  /** The caller will ask again within the lease. */
  leaveForNow(): void;
  /** No caller waits any more, but the work goes on to its end. */
  leaveGoing(): void;
}

export type Held<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'error'; readonly error: unknown };

/** *passed*: the answer was streamed to its readers and is no longer complete. */
export type Ended<T> = Held<T> | { readonly kind: 'passed' };

export interface RunListener<T> {
  leased(owner: string, isOn: boolean): void;
  ended(outcome: Ended<T>, leaseOwners: readonly string[]): void;
  unwanted(): void;
}

/** One run of `SharedRuns`, with its members. */
export class Run<T, Part extends OpenedPart> {
  readonly key: string;
  hasEnded = false;
  readonly #starter: string;
  readonly #startedAt = performance.now();
  readonly #leaseMs: number;
  readonly #listener: RunListener<T>;
  readonly #stop = new AbortController();
  readonly #members = new Set<WaitingMember<T, Part>>();
  readonly #leases = new Map<string, MemberLease>();
  readonly #progress: RunProgress<Part> = {
    stage: () => 'Executing query',
    tenants: new Set(),
    places: new Set(),
    begin: (begun) => this.#begin(begun),
  };
  #begun: StartedRun<Part> | undefined;
  readonly #ending: Promise<void>;
  #isDetached = false;

  constructor(request: JoinRequest<T, Part>, leaseMs: number, listener: RunListener<T>) {
    this.key = request.key;
    this.#starter = request.owner;
    this.#leaseMs = leaseMs;
    this.#listener = listener;
    // Started in a later microtask, so that its first members join before the work can end.
    this.#ending = Promise.resolve()
      .then(() => request.start(this.#stop.signal, this.#progress))
      .then(
        (answer) => this.#end(answer === undefined ? { kind: 'passed' } : { kind: 'answer', answer }),
        (error: unknown) => this.#end({ kind: 'error', error }),
      );
  }

  /** Whether it is neither stopped nor ended. */
  get isWanted(): boolean {
    return !this.#stop.signal.aborted && !this.hasEnded;
  }

  /** Whether a new member gets the complete answer. */
  get isOpen(): boolean {
    return this.isWanted && (this.#begun?.isWhole ?? true);
  }

  isWantedBy(owner: string): boolean {
    return this.#leases.has(owner) || [...this.#members].some((member) => member.owner === owner);
  }

  admit({ owner, tenant, takesWhole }: JoinRequest<T, Part>): RunMember<T, Part> {
    this.#share(tenant);
    const member = new WaitingMember<T, Part>(
      { owner, isShared: owner !== this.#starter, takesWhole },
      {
        stage: () => this.#progress.stage(),
        elapsedMs: () => performance.now() - this.#startedAt,
        isWaitedFor: () => [...this.#progress.places].some((place) => place.isWaitedFor()),
        left: (gone, wants) => {
          this.#members.delete(gone);
          if (wants === 'lease') this.#lease(owner);
          if (wants === 'end') this.#goOn();
          this.#stopIfUnwanted();
        },
      },
    );
    this.#members.add(member);
    if (this.#begun) this.#tellBegun(member, this.#begun);
    this.#endLease(owner);
    return member;
  }

  #begin(begun: StartedRun<Part>): void {
    if (!this.isWanted) return;
    this.#begun = begun;
    if (this.#isDetached) begun.gather();
    for (const member of this.#members) this.#tellBegun(member, begun);
    for (const lease of this.#leases.values()) lease.opened = begun.open();
  }

  #tellBegun(member: WaitingMember<T, Part>, begun: StartedRun<Part>): void {
    if (member.takesWhole) begun.gather();
    else member.begin(begun.open());
  }

  /** Continues to its end, whether or not members wait. */
  #goOn(): void {
    this.#isDetached = true;
    this.#begun?.gather();
  }

  #share(tenant: string): void {
    const { tenants, places } = this.#progress;
    if (tenants.has(tenant)) return;
    tenants.add(tenant);
    for (const place of places) place.shareWith(tenant);
  }

  /** Resolves when the run has ended, if this call stopped it. */
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
    this.#leases.set(owner, { timer, opened: this.#begun?.isWhole ? this.#begun.open() : undefined });
    this.#listener.leased(owner, true);
  }

  #endLease(owner: string): void {
    const lease = this.#leases.get(owner);
    if (lease === undefined) return;
    clearTimeout(lease.timer);
    lease.opened?.leave();
    this.#leases.delete(owner);
    this.#listener.leased(owner, false);
  }

  #stopIfUnwanted(): void {
    if (!this.isWanted || this.#isDetached || this.#members.size > 0 || this.#leases.size > 0) return;
    this.#stop.abort(new QueryCancelled());
    this.#listener.unwanted();
  }

  #end(outcome: Ended<T>): void {
    this.hasEnded = true;
    const owners = [...this.#leases.keys()];
    for (const owner of owners) this.#endLease(owner);
    this.#listener.ended(outcome, owners);
    for (const member of this.#members) {
      if (outcome.kind === 'answer') member.succeed(outcome.answer);
      if (outcome.kind === 'error') member.fail(outcome.error);
    }
    this.#members.clear();
  }
}

interface MemberLease {
  readonly timer: NodeJS.Timeout;
  /** Keeps the first part of the answer for a member that comes back. */
  opened: OpenedPart | undefined;
}
