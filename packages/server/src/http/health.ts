import type { FastifyInstance, FastifyReply } from 'fastify';

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

/** Answered on plain HTTP too, and until the last moment: probes come from beside the process. */
export function isProbe(url: string): boolean {
  return url === '/livez' || url === '/readyz';
}

export interface HealthChecks {
  readonly isAlive: () => Promise<boolean>;
  readonly isReady: () => Promise<boolean>;
}

export interface HealthContext {
  readonly clock: { now(): number };
  /** A service that is about to end is not ready, whatever a check said within the last second. */
  readonly ending: { readonly isAnnounced: boolean };
}

export function registerHealthRoutes(app: FastifyInstance, checks: HealthChecks, context: HealthContext): void {
  const alive = new SharedCheck(checks.isAlive, context.clock);
  const ready = new SharedCheck(checks.isReady, context.clock);
  app.get('/livez', async (_request, reply) => answer(reply, await alive.isHealthy()));
  app.get('/readyz', async (_request, reply) =>
    answer(reply, !context.ending.isAnnounced && (await ready.isHealthy())),
  );
}

function answer(reply: FastifyReply, isHealthy: boolean): FastifyReply {
  return reply.code(isHealthy ? 200 : 500).send({ health: isHealthy ? 'HEALTH' : 'DOWN' });
}
