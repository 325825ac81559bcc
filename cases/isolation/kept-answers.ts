import { vi } from 'vitest';
import { queryHistorySchema, type WireQueryHistoryEntry } from '@orrery/contract';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { GuardedService } from '../../tests/guarded-service.ts';

/** Interval between reads of the history, which is written every second. */
const historyEveryMs = 300;
const patienceMs = 600_000;

interface Asked {
  /** The planner's statement for the caller; callers with the same statement may share its answer. */
  readonly statement: string;
  readonly isDenied: boolean;
}

/** The queries that a service received, to be found in its history. */
export class Requests {
  readonly #asked = new Map<string, Asked>();

  /** @returns the id to ask with */
  note(asked: Asked): string {
    const id = `asked-${this.#asked.size}`;
    this.#asked.set(id, asked);
    return id;
  }

  /**
   * Finds faults in the history: answers from the cache of other callers, and statements that ran for denied queries.
   */
  async crossingsIn(service: GuardedService): Promise<readonly string[]> {
    const entries = await this.#entriesOf(service);
    const askedBy = ({ requestId }: WireQueryHistoryEntry) => this.#asked.get(requestId);
    const made = new Set(entries.filter(({ cache }) => cache === 'miss').map((entry) => askedBy(entry)?.statement));
    return entries.flatMap((entry) => {
      const { cache, endpoint, query, status, rows } = entry;
      const asked = askedBy(entry);
      const words = `${endpoint} ${JSON.stringify(query)}`;
      if (asked?.isDenied) {
        const isRefused = status === 400 && cache === 'none' && rows === null;
        return isRefused ? [] : [`${words} is denied, and ended with ${status}, cache: ${cache}`];
      }
      const isKept = cache === 'hit' || cache === 'stale' || cache === 'shared';
      return isKept && !made.has(asked?.statement) ? [`${words} was answered by what was kept for others`] : [];
    });
  }

  /** Returns the history once all queries are in it. Equal answers from the cache are one entry. */
  async #entriesOf(service: GuardedService): Promise<readonly WireQueryHistoryEntry[]> {
    const authorization = await administratorOf(service);
    const inHistory = async () => {
      const answer = await fetch(`${service.served.origin}/api/v1/deployments/1/query-history?first=1000`, {
        headers: { authorization, 'x-forwarded-proto': 'https' },
      });
      const { items } = queryHistorySchema.parse(await answer.json());
      const own = items.filter(({ requestId }) => this.#asked.has(requestId));
      const answered = own.filter(({ error }) => error !== 'request.continue-wait');
      const count = answered.reduce((sum, { answers }) => sum + answers, 0);
      // A client that has to wait repeats its request with the same id, and may then share an entry with equal answers.
      const told = own.length - answered.length;
      if (count + told < this.#asked.size) throw new Error(`${count} of ${this.#asked.size} are in the history`);
      return answered;
    };
    return vi.waitFor(inHistory, { interval: historyEveryMs, timeout: patienceMs });
  }
}

async function administratorOf({ served }: GuardedService): Promise<string> {
  const { accountId, changes, users, apiKeys } = served.composition.metadata;
  const { text } = await changes.make({ accountId, by: atTheCommandLine }, async (change) => {
    const { id: userId } = await users.create(change, { username: 'ann', role: 'admin' });
    return apiKeys.create(change, { userId, name: 'proof', deployments: 'all' });
  });
  return `Bearer ${text}`;
}
