import { LRUCache } from 'lru-cache';
import { type Held, type JoinRequest, type RunMember, type OpenedPart, Run } from './shared-run.ts';

export interface SharedRunSettings<T> {
  readonly leaseMs: number;
  /** Bound in bytes on answers held for callers who have to repeat their requests. */
  readonly heldBytes: number;
  sizeOf(answer: T): number;
}

/** An outcome held for a caller who has to repeat the request. */
type HeldForCaller<T> = Held<T> & { readonly isStarter: boolean };

/**
 * Work in progress, shared by equal requests on the same data.
 *
 * A run is *wanted* by members (waiting requests), by leases (callers who have to repeat their request, for `leaseMs`
 * each) and by the process itself (refreshing in the background). When the last of these ends, it is stopped. Its
 * outcome goes to the members, and is held for each lease until that caller repeats the request or the lease ends. Runs
 * are lost with the process: callers then start them again.
 *
 * The answer of a long run *begins* before the run ends: members that take parts receive them as they come and stay
 * members until they leave; a new one begins with the first part, while it is kept.
 */
export class SharedRuns<T, Part extends OpenedPart = OpenedPart> {
  readonly #settings: SharedRunSettings<T>;
  readonly #running = new Set<Run<T, Part>>();
  readonly #byVersion = new Map<string, Run<T, Part>>();
  readonly #byLease = new Map<string, Run<T, Part>>();
  readonly #held: LRUCache<string, HeldForCaller<T>>;
  #cancelled = 0;

  constructor(settings: SharedRunSettings<T>) {
    this.#settings = settings;
    this.#held = new LRUCache<string, HeldForCaller<T>>({
      maxSize: settings.heldBytes,
      sizeCalculation: (held) => 1 + (held.kind === 'answer' ? settings.sizeOf(held.answer) : 0),
      ttl: settings.leaseMs,
      ttlAutopurge: true,
    });
  }

  get running(): number {
    return this.#running.size;
  }

  /** Number of runs stopped since the start because no caller wanted the answer any more. */
  get cancelled(): number {
    return this.#cancelled;
  }

  /** Returns, once, the outcome of a run that ended after its caller had to repeat the request. */
  takeHeld(key: string, owner: string): Pick<RunMember<T>, 'outcome' | 'isShared'> | undefined {
    const lease = pair(key, owner);
    const held = this.#held.get(lease);
    if (!held) return undefined;
    this.#held.delete(lease);
    const outcome = held.kind === 'answer' ? Promise.resolve(held.answer) : Promise.reject(held.error as Error);
    outcome.catch(() => undefined); // told to whoever waits for it
    return { outcome, isShared: !held.isStarter };
  }

  /** Whether `takeHeld` would return an outcome. */
  isHeld(key: string, owner: string): boolean {
    return this.#held.size > 0 && this.#held.has(pair(key, owner));
  }

  /** Holds an already returned answer for a caller who has to repeat the request because of another answer. */
  hold(key: string, owner: string, answer: T, isShared: boolean): void {
    this.#held.set(pair(key, owner), { kind: 'answer', answer, isStarter: !isShared });
  }

  join(request: JoinRequest<T, Part>): RunMember<T, Part> {
    const lease = pair(request.key, request.owner);
    const version = pair(request.key, request.version);
    const known = this.#byLease.get(lease) ?? this.#byVersion.get(version);
    if (known?.isOpen) return known.admit(request);
    const run = new Run<T, Part>(request, this.#settings.leaseMs, {
      leased: (owner, isOn) => {
        if (isOn) this.#byLease.set(pair(run.key, owner), run);
        else if (this.#byLease.get(pair(run.key, owner)) === run) this.#byLease.delete(pair(run.key, owner));
      },
      ended: (outcome, owners) => {
        this.#forget(run, version);
        if (outcome.kind === 'passed') return;
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
   * Cancels the requests of an interaction: they fail with `QueryCancelled`, and runs that no other caller wants are
   * stopped.
   *
   * @returns the keys of its runs, when the stopped ones have ended
   */
  async cancel(owner: string): Promise<readonly string[]> {
    const concerned = [...this.#running].filter((run) => run.isWantedBy(owner));
    await Promise.all(concerned.map((run) => run.dismiss(owner)));
    return concerned.map((run) => run.key);
  }

  #forget(run: Run<T, Part>, version: string): void {
    if (run.hasEnded) this.#running.delete(run);
    if (this.#byVersion.get(version) === run) this.#byVersion.delete(version);
  }
}

/** Both parts are made by us or bounded; neither contains the separator. */
function pair(key: string, other: string): string {
  return `${key}\n${other}`;
}
