import type { FastifyInstance } from 'fastify';

/** How long an answer stands for the next probes. */
const freshMs = 1000;

/** One check at a time: probes that come while it runs share its answer, and so do those of the next second. */
export class SharedCheck {
  readonly #check: () => Promise<boolean>;
  readonly #clock: { now(): number };
  #startedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> | undefined;
  #isRunning = false;

  constructor(check: () => Promise<boolean>, clock: { now(): number }) {
    this.#check = check;
    this.#clock = clock;
  }

  isHealthy(): Promise<boolean> {
    const isFresh = this.#isRunning || this.#clock.now() - this.#startedAt < freshMs;
    if (this.#answer && isFresh) return this.#answer;
    this.#startedAt = this.#clock.now();
    this.#isRunning = true;
    this.#answer = this.#check()
      .catch(() => false) // a probe tells that it is down; why stands in the log of what failed
      .finally(() => {
        this.#isRunning = false;
      });
    return this.#answer;
  }
}

export interface HealthChecks {
  readonly isAlive: () => Promise<boolean>;
  readonly isReady: () => Promise<boolean>;
}

export function registerHealthRoutes(app: FastifyInstance, checks: HealthChecks, clock: { now(): number }): void {
  for (const [path, check] of [
    ['/livez', new SharedCheck(checks.isAlive, clock)],
    ['/readyz', new SharedCheck(checks.isReady, clock)],
  ] as const) {
    app.get(path, async (_request, reply) => {
      const isHealthy = await check.isHealthy();
      return reply.code(isHealthy ? 200 : 500).send({ health: isHealthy ? 'HEALTH' : 'DOWN' });
    });
  }
}
