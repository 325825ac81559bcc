import { deploymentClosed } from './deployment-closed.ts';
import type { Runtime } from './runtime.ts';

/**
 * Runtimes by deployment and branch.
 *
 * *Opening*: takes its name at once; whoever asks waits for it. One that fails to open is forgotten.
 * *Serving*: whoever asks gets it.
 * *Removed*: nobody finds it any more, whether it had opened or not; it is closed as soon as it is open.
 */
export class Runtimes {
  readonly #entries = new Map<string, Promise<Runtime>>();
  /** Those of the entries that are open. */
  readonly #serving = new Map<string, Runtime>();
  #closing: Promise<void> | undefined;

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

  /** In no order. */
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

  /** Resolves when the deployment can answer questions. @throws when there is none, and what `Runtime.check` throws */
  async check(deploymentId: number, signal: AbortSignal): Promise<void> {
    const runtime = await this.get(deploymentId, null);
    if (!runtime) throw new Error(`no deployment ${deploymentId} is served`);
    await runtime.check(signal);
  }

  /** A deployment goes with its branches. Queries that run are cancelled; resolves when all of it is closed. */
  async remove(deploymentId: number, branch: string | null): Promise<void> {
    const name = keyOf(deploymentId, branch);
    const keys = [...this.#entries.keys()].filter((key) => key === name || key.startsWith(`${name}/`));
    await this.#closeAll(keys);
  }

  /** Closes all of them, and opens no more; whoever asks again waits for the same. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll([...this.#entries.keys()]);
    return this.#closing;
  }

  async #closeAll(keys: readonly string[]): Promise<void> {
    const entries = keys.map((key) => this.#entries.get(key));
    for (const key of keys) {
      this.#entries.delete(key);
      this.#serving.delete(key);
    }
    await Promise.all(entries.map(async (entry) => (await entry?.catch(() => undefined))?.close()));
  }
}

/** A branch name holds no slash in an address, so the two parts cannot run together. */
function keyOf(deploymentId: number, branch: string | null): string {
  return branch === null ? String(deploymentId) : `${deploymentId}/${branch}`;
}
