import { growingCache } from '@orrery/kernel';
import type { Runtime } from '../runtime.ts';
import type { SqlPolicy } from './freshness.ts';

interface KnownValue {
  readonly value: string;
  /** Epoch milliseconds, before the statement ran. */
  readonly askedAt: number;
}

/** Bound on remembered statements: one for each cube with a refresh key of SQL. */
const mostStatements = 10_000;

/** The values of refresh statements, each of which runs again only when its time is over. */
export class RefreshValues {
  readonly #clock: { now(): number };
  readonly #known = growingCache<string, KnownValue>(mostStatements);

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** @returns `undefined` when the statement must run */
  known(policy: SqlPolicy, runtime: Runtime): string | undefined {
    const known = this.#known.get(keyOf(policy, runtime));
    if (!known) return undefined;
    const age = this.#clock.now() - known.askedAt;
    return age >= 0 && age < policy.everyMs ? known.value : undefined; // a clock set back makes it old, not young
  }

  /** @param ask runs the statement */
  async current(policy: SqlPolicy, runtime: Runtime, ask: () => Promise<string | boolean | null>): Promise<string> {
    const known = this.known(policy, runtime);
    if (known !== undefined) return known;
    const askedAt = this.#clock.now();
    const value = JSON.stringify(await ask());
    this.#known.set(keyOf(policy, runtime), { value, askedAt });
    return value;
  }
}

function keyOf({ statement: { text, params, dataSource } }: SqlPolicy, runtime: Runtime): string {
  return JSON.stringify([runtime.serial, dataSource, text, params]);
}
