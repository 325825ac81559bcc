/** How long a result is reused for further probes. */
const freshMs = 1_000;

export type HealthPartName = 'metadata store' | 'model' | 'default data source';

/** A part that must answer for the service to be ready. */
export interface HealthPart {
  /** Name in the log. */
  readonly name: HealthPartName;
  /** Resolves when it answers. */
  check(signal: AbortSignal): Promise<void>;
}

export interface SharedCheckSettings {
  readonly parts: readonly HealthPart[];
  readonly clock: { now(): number };
  /** A part that takes longer counts as down. */
  readonly withinMs: number;
  readonly log: {
    info(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

/**
 * Runs one check at a time: probes during the check, and within the next second, share its result.
 *
 * A part is *up* until it fails or takes too long, then *down* until it answers; changes are logged. A check that took
 * too long and has not ended counts as down without another attempt, so that checks do not pile up.
 */
export class SharedCheck {
  readonly #settings: SharedCheckSettings;
  readonly #down = new Set<HealthPartName>();
  readonly #overdue = new Set<HealthPartName>();
  #startedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> | undefined;
  #isRunning = false;

  constructor(settings: SharedCheckSettings) {
    this.#settings = settings;
  }

  isHealthy(): Promise<boolean> {
    const now = this.#settings.clock.now();
    const isFresh = this.#isRunning || (now >= this.#startedAt && now - this.#startedAt < freshMs);
    if (this.#answer && isFresh) return this.#answer;
    this.#startedAt = now;
    this.#isRunning = true;
    this.#answer = this.#checkAll().finally(() => {
      this.#isRunning = false;
    });
    return this.#answer;
  }

  /** The parts that are down, by a check as fresh as that of a probe. */
  async downParts(): Promise<readonly HealthPartName[]> {
    await this.isHealthy();
    return this.#settings.parts.map(({ name }) => name).filter((name) => this.#down.has(name));
  }

  async #checkAll(): Promise<boolean> {
    const found = await Promise.all(this.#settings.parts.map((part) => this.#isUp(part)));
    return found.every((isUp) => isUp);
  }

  async #isUp(part: HealthPart): Promise<boolean> {
    if (this.#overdue.has(part.name)) return false;
    const { log } = this.#settings;
    try {
      await this.#within(part);
      if (this.#down.delete(part.name)) log.info({ part: part.name }, 'answers again');
      return true;
    } catch (error) {
      if (!this.#down.has(part.name)) log.error({ part: part.name, err: error }, 'does not answer: not ready');
      this.#down.add(part.name);
      return false;
    }
  }

  #within(part: HealthPart): Promise<void> {
    const { withinMs } = this.#settings;
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const reason = new Error(`no answer within ${withinMs} ms`);
        this.#overdue.add(part.name);
        controller.abort(reason);
        reject(reason);
      }, withinMs);
      part
        .check(controller.signal)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          this.#overdue.delete(part.name);
        });
    });
  }
}
