import { setTimeout as pause } from 'node:timers/promises';
import type { Rows } from '../../cases/truth-rows.ts';
import { DirectAnswers } from './direct-answers.ts';
import { hostileBody } from './hostile-body.ts';
import { Random } from './random.ts';
import { type KnownCube, type RandomQuery, randomQuery } from './random-query.ts';
import { type SoakedServer, startSoakedServer } from './soaked-server.ts';

export interface SoakSettings {
  readonly seed: number;
  readonly durationMs: number;
  readonly connections: number;
  /** The end of the data, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface SoakReport {
  /** Number of answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Number of clients that disconnected before their answer. */
  readonly left: number;
  /** Number of answers compared with the rows of their statement in plain DuckDB. */
  readonly compared: number;
  readonly longestStallMs: number;
  readonly warmBytes: number;
  readonly endBytes: number;
  readonly exitCode: number | null;
  /** The failures found. */
  readonly faults: readonly string[];
}

/** Warm-up time: by then the server has filled its caches. */
const warmAfterRatio = 0.3;
const hostileRatio = 0.3;
const leavingRatio = 0.1;
const comparedRatio = 0.1;
/** Maximum number of failures to report. */
const mostFaults = 20;

/** Sends random valid and invalid queries to the demo over several connections, with clients that disconnect. */
export async function soak({ seed, durationMs, connections, today }: SoakSettings): Promise<SoakReport> {
  const server = await startSoakedServer(today);
  const direct = await DirectAnswers.open(server.databaseFile);
  const state = new SoakState(server, direct, await readMeta(server));
  try {
    const endsAt = performance.now() + durationMs;
    const workers = Array.from({ length: connections }, (_, index) =>
      state.work(new Random(seed * 1000 + index), endsAt),
    );
    await pause(durationMs * warmAfterRatio);
    const warm = await server.vitals();
    await Promise.all(workers);
    const end = await server.vitals();
    if (server.errors() !== '') state.fault(`the server logged ${server.errors().slice(0, 2000)}`);
    return {
      answers: state.answers,
      left: state.left,
      compared: state.compared,
      longestStallMs: end.longestStallMs,
      warmBytes: warm.residentBytes,
      endBytes: end.residentBytes,
      exitCode: await server.stop(),
      faults: state.faults,
    };
  } finally {
    direct.close();
    if (!server.hasEnded()) await server.stop();
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

class SoakState {
  readonly answers = new Map<number, number>();
  readonly faults: string[] = [];
  left = 0;
  compared = 0;
  readonly #server: SoakedServer;
  readonly #direct: DirectAnswers;
  readonly #cubes: readonly KnownCube[];

  constructor(server: SoakedServer, direct: DirectAnswers, cubes: readonly KnownCube[]) {
    this.#server = server;
    this.#direct = direct;
    this.#cubes = cubes;
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  async work(random: Random, endsAt: number): Promise<void> {
    while (performance.now() < endsAt && this.faults.length < mostFaults) {
      const query = randomQuery(this.#cubes, random);
      const isHostile = random.happens(hostileRatio);
      const body = isHostile ? hostileBody(query, random) : JSON.stringify({ query });
      const route = random.happens(0.9) ? 'load' : random.pick(['sql', 'dry-run']);
      if (random.happens(leavingRatio)) {
        await this.#leave(route, body, random.integer(0, 60));
      } else {
        const answer = await this.#ask(route, body);
        this.#check(body, answer);
        const isAnswer = route === 'load' && answer.status === 200 && !isHostile;
        if (isAnswer && hasOneAnswer(query) && random.happens(comparedRatio)) await this.#compare(query, answer);
      }
    }
  }

  async #ask(route: string, body: string, signal?: AbortSignal): Promise<Answer> {
    const { origin, token } = this.#server;
    const response = await fetch(`${origin}/cubejs-api/v1/${route}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body,
      ...(signal ? { signal } : {}),
    });
    return { status: response.status, text: await response.text() };
  }

  async #leave(route: string, body: string, afterMs: number): Promise<void> {
    try {
      this.#check(body, await this.#ask(route, body, AbortSignal.timeout(afterMs)));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.left += 1;
    }
  }

  /** Requires status 200 with a body, or a refusal with a reason. */
  #check(body: string, { status, text }: Answer): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 200 && text.startsWith('{')) return;
    const isRefusal = status >= 400 && status < 500 && /"problems":\[\{"code":"/.test(text);
    const isOurs = text.includes('"code":"data-source.');
    if (!isRefusal || isOurs) this.fault(`${status} ${text.slice(0, 300)} for ${body.slice(0, 600)}`);
  }

  async #compare(query: RandomQuery, answer: Answer): Promise<void> {
    const compiled = await this.#ask('sql', JSON.stringify({ query }));
    // Shapes of the server's answers, which the contract's tests check.
    const { sql } = JSON.parse(compiled.text) as {
      sql: { sql: [string, (string | boolean | null)[]]; memberNames: string[] };
    };
    const { data } = JSON.parse(answer.text) as { data: Readonly<Record<string, string | boolean | null>>[] };
    const rows: Rows = data.map((row) => sql.memberNames.map((name) => row[name] ?? null));
    const difference = await this.#direct.compare(sql.sql[0], sql.sql[1], rows);
    this.compared += 1;
    if (difference) this.fault(`${JSON.stringify(query)}: ${difference}`);
  }
}

/**
 * Whether only one answer is right. Without an order the engine chooses the rows; with a limit of 0 it is not queried.
 */
function hasOneAnswer({ ungrouped, order, limit }: RandomQuery): boolean {
  return ungrouped !== true && limit !== 0 && !(Array.isArray(order) && order.length === 0);
}

async function readMeta({ origin, token }: SoakedServer): Promise<readonly KnownCube[]> {
  const response = await fetch(`${origin}/cubejs-api/v1/meta`, { headers: { authorization: token } });
  const { cubes } = (await response.json()) as { cubes: readonly KnownCube[] }; // as above
  return cubes;
}
