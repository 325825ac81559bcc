import { outsideRequests } from '@orrery/kernel';
import { deploymentClosed } from './source/index.ts';
import type { Runtime } from './runtime.ts';

/** Longer than a request takes from finding a runtime to requesting its queue. */
const lookAtRetiredMs = 2_000;

/**
 * Runtimes by deployment and branch. States:
 *
 * *Opening*: takes its name at once; requests wait for it. One that fails to open is dropped. *Serving*: requests get
 * it. *Removed*: requests no longer find it, whether or not it has opened; it is closed as soon as it is open.
 * *Retired*: requests no longer find it; it is closed when nothing runs on it.
 */
export class Runtimes {
  readonly #entries = new Map<string, Promise<Runtime>>();
  /** Open runtimes of the entries. */
  readonly #serving = new Map<string, Runtime>();
  /** Retired runtimes, each with the timer that checks whether its queries have ended. */
  readonly #retired = new Map<Runtime, NodeJS.Timeout>();
  readonly #lookAtRetiredMs: number;
  #closing: Promise<void> | undefined;

  constructor(lookEveryMs = lookAtRetiredMs) {
    this.#lookAtRetiredMs = lookEveryMs;
  }

  /** @throws what `open` throws, Unavailable when it was removed before it was open */
  async open(deploymentId: number, branch: string | null, open: () => Promise<Runtime>): Promise<Runtime> {
    const key = keyOf(deploymentId, branch);
    if (this.#closing) throw deploymentClosed();
    if (this.#entries.has(key)) throw new Error(`'${key}' is served already`);
    const opening = open();
    this.#entries.set(key, opening);
    try {
      const runtime = await opening;
      if (this.#entries.get(key) !== opening) throw deploymentClosed();
      this.#serving.set(key, runtime);
      return runtime;
    } catch (error) {
      if (this.#entries.get(key) === opening) this.#entries.delete(key);
      throw error;
    }
  }

  /**
   * Opens a replacement and retires the existing runtime with its branches. Running queries finish on the old one;
   * requests meanwhile wait for the new one.
   *
   * @throws as `open`; no runtime is left then
   */
  replace(deploymentId: number, open: () => Promise<Runtime>): Promise<Runtime> {
    this.#retire(this.#forget(deploymentId, null));
    return this.open(deploymentId, null, open);
  }

  /** Removes a deployment, but lets running queries finish. */
  retire(deploymentId: number): void {
    this.#retire(this.#forget(deploymentId, null));
  }

  /** Whether a request would now get this very runtime. */
  serves({ deploymentId, branch, serial }: Pick<Runtime, 'deploymentId' | 'branch' | 'serial'>): boolean {
    return !this.#closing && this.#serving.get(keyOf(deploymentId, branch))?.serial === serial;
  }

  /** Runtimes in no order. */
  serving(): readonly Runtime[] {
    return [...this.#serving.values()];
  }

  /** @returns `undefined` when no such runtime is served; @throws Unavailable when all of them are being closed */
  async get(deploymentId: number, branch: string | null): Promise<Runtime | undefined> {
    if (this.#closing) throw deploymentClosed();
    const key = keyOf(deploymentId, branch);
    const entry = this.#entries.get(key);
    const runtime = await entry?.catch(() => undefined); // told to whoever opened it
    return this.#entries.get(key) === entry ? runtime : undefined;
  }

  /** Returns the runtime of a deployment itself. @throws when there is none */
  async require(deploymentId: number): Promise<Runtime> {
    const runtime = await this.get(deploymentId, null);
    if (!runtime) throw new Error(`no deployment ${deploymentId} is served`);
    return runtime;
  }

  /**
   * Removes a deployment with its branches, or one branch. Running queries are cancelled; resolves when everything is
   * closed.
   */
  async remove(deploymentId: number, branch: string | null): Promise<void> {
    const retired = [...this.#retired.keys()].filter(
      (runtime) => runtime.deploymentId === deploymentId && (branch === null || runtime.branch === branch),
    );
    await Promise.all([
      ...retired.map((runtime) => this.#endRetired(runtime)),
      closeAll(this.#forget(deploymentId, branch)),
    ]);
  }

  /** Closes all runtimes, and opens no more; repeated calls wait for the same end. */
  close(): Promise<void> {
    this.#closing ??= this.#closeEverything();
    return this.#closing;
  }

  async #closeEverything(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    this.#serving.clear();
    const retired = [...this.#retired.keys()].map((runtime) => this.#endRetired(runtime));
    await Promise.all([...retired, closeAll(entries)]);
  }

  /** Drops a deployment, or one of its branches. @returns the dropped entries */
  #forget(deploymentId: number, branch: string | null): readonly Promise<Runtime>[] {
    const name = keyOf(deploymentId, branch);
    const keys = [...this.#entries.keys()].filter((key) => key === name || key.startsWith(`${name}/`));
    const entries = keys.flatMap((key) => this.#entries.get(key) ?? []);
    for (const key of keys) {
      this.#entries.delete(key);
      this.#serving.delete(key);
    }
    return entries;
  }

  /** Closes when idle twice, a while apart: a request may hold a runtime and not have requested its queue yet. */
  #retire(entries: readonly Promise<Runtime>[]): void {
    for (const entry of entries) {
      entry.then(
        (runtime) => {
          if (this.#closing) return runtime.close();
          let wasIdle = false;
          const look = () => {
            const isIdle = runtime.figures().queues.every(({ running, waiting }) => running + waiting === 0);
            if (isIdle && wasIdle) void this.#endRetired(runtime);
            wasIdle = isIdle;
          };
          const looking = outsideRequests(() => setInterval(look, this.#lookAtRetiredMs).unref());
          this.#retired.set(runtime, looking);
          return undefined;
        },
        () => undefined, // it never opened
      );
    }
  }

  async #endRetired(runtime: Runtime): Promise<void> {
    clearInterval(this.#retired.get(runtime));
    this.#retired.delete(runtime);
    await runtime.close();
  }
}

async function closeAll(entries: readonly Promise<Runtime>[]): Promise<void> {
  await Promise.all(entries.map(async (entry) => (await entry.catch(() => undefined))?.close()));
}

/** A branch name contains no slash, so the two parts are unambiguous. */
function keyOf(deploymentId: number, branch: string | null): string {
  return branch === null ? String(deploymentId) : `${deploymentId}/${branch}`;
}
