import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { callerClaims } from '@orrery/kernel';
import type { McpCaller } from './mcp-caller.ts';

/** A query whose rows can be read in pages. */
export interface HandledQuery {
  readonly deploymentId: number;
  readonly sql: string;
  /** IANA name; absent: the zone of the project. */
  readonly timezone: string | undefined;
  /** The rows that pages have shown so far; absent before the first page. */
  shown?: { readonly refreshedAt: number; readonly hash: string };
}

const lastsMs = 3_600_000;
/** Bounds on handles: of all callers together, and of each. The oldest end first. */
const most = { callers: 2_000, ofCaller: 50 };

/** Queries by the handles that their callers got; a handle ends after an hour, and with this process. */
export class QueryHandles {
  readonly #ofCallers: LRUCache<string, Map<string, { readonly query: HandledQuery; readonly endsAt: number }>>;
  readonly #clock: { now(): number };

  constructor(clock: { now(): number }) {
    this.#clock = clock;
    this.#ofCallers = new LRUCache({ max: most.callers });
  }

  keep(caller: McpCaller, query: HandledQuery): string {
    const key = ownerOf(caller);
    const own = this.#ofCallers.get(key) ?? new Map();
    this.#ofCallers.set(key, own);
    const handle = `query-${randomBytes(9).toString('base64url')}`;
    own.set(handle, { query, endsAt: this.#clock.now() + lastsMs });
    for (const oldest of own.keys()) {
      if (own.size <= most.ofCaller) break;
      own.delete(oldest);
    }
    return handle;
  }

  /** @returns `undefined` for a handle that has ended, and for one of another caller */
  find(caller: McpCaller, handle: string): HandledQuery | undefined {
    const found = this.#ofCallers.get(ownerOf(caller))?.get(handle);
    return found && found.endsAt > this.#clock.now() ? found.query : undefined;
  }
}

/** Equal for requests of the same caller, and for no others. */
function ownerOf(caller: McpCaller): string {
  switch (caller.kind) {
    case 'person':
      return `person ${caller.accountId} ${caller.userId}`;
    case 'viewer':
      return `viewer ${caller.accountId} ${caller.sessionId}`;
    case 'token':
      return `token ${caller.deploymentId} ${hash('sha256', callerClaims(caller))}`;
  }
}
