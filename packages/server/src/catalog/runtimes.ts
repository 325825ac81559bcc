import type { Runtime } from './runtime.ts';

/** Opened runtimes by deployment and branch; a runtime still opening is waited for. */
export class Runtimes {
  readonly #entries = new Map<string, Promise<Runtime>>();

  /**
   * Starts to serve what `opening` resolves to; one that was served under the same name is closed once the new one is
   * there. A runtime that fails to open is forgotten.
   */
  async add(deploymentId: number, branch: string | null, opening: Promise<Runtime>): Promise<Runtime> {
    const key = keyOf(deploymentId, branch);
    const previous = this.#entries.get(key);
    if (!previous) this.#entries.set(key, opening);
    try {
      const runtime = await opening;
      this.#entries.set(key, opening);
      await (await previous?.catch(() => undefined))?.close();
      return runtime;
    } catch (error) {
      if (this.#entries.get(key) === opening) this.#entries.delete(key);
      throw error;
    }
  }

  /** `undefined` when no such runtime is served. */
  get(deploymentId: number, branch: string | null): Promise<Runtime> | undefined {
    return this.#entries.get(keyOf(deploymentId, branch));
  }

  /** Requests that hold the runtime finish or are cancelled by its engines; new ones do not find it. */
  async remove(deploymentId: number, branch: string | null): Promise<void> {
    const key = keyOf(deploymentId, branch);
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    await (await entry?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    const opened = await Promise.allSettled(entries);
    await Promise.all(opened.map((entry) => (entry.status === 'fulfilled' ? entry.value.close() : undefined)));
  }
}

/** A branch name holds no slash in an address, so the two parts cannot run together. */
function keyOf(deploymentId: number, branch: string | null): string {
  return branch === null ? String(deploymentId) : `${deploymentId}/${branch}`;
}
