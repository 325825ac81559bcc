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
  /** The rows that were shown so far; absent when none are known. */
  shown?: ShownRows;
}

/** The key of rows that were shown: of the first ones, or of a page of them all. */
export type ShownRows =
  | { readonly of: 'first'; readonly rowCount: number; readonly totalRows: number; readonly hash: string }
  | { readonly of: 'all'; readonly hash: string };

const lastsMs = 3_600_000;
/** Bounds on the handles of a share, and of each caller in it. The oldest end first. */
const most = { bytesOfShare: 4_000_000, ofCaller: 50, bytesOfCaller: 250_000 };
/** The approximate size of a handle without its statement. */
const overheadBytes = 500;

interface HandleEntry {
  readonly owner: string;
  readonly query: HandledQuery;
  readonly bytes: number;
}

/**
 * Queries by the handles that their callers got; a handle ends after an hour, and with this process. Each deployment has a
 * share of the memory for users, one for viewers and one for holders of tokens, so that who signs tokens for one deployment
 * ends no handles of others.
 */
export class QueryHandles {
  readonly #shares = new Map<string, LRUCache<string, HandleEntry>>();
  readonly #clock: { now(): number };

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  keep(caller: McpCaller, query: HandledQuery): string {
    const owner = ownerOf(caller);
    const share = this.#shareOf(caller.kind, query.deploymentId);
    const handle = `query-${query.deploymentId}-${randomBytes(9).toString('base64url')}`;
    const bytes = overheadBytes + 2 * query.sql.length;
    share.set(handle, { owner, query, bytes });
    let count = 0;
    let sum = 0;
    for (const [key, kept] of [...share.entries()]) {
      if (kept.owner !== owner) continue; // the newest come first
      count += 1;
      sum += kept.bytes;
      if (count > most.ofCaller || sum > most.bytesOfCaller) share.delete(key);
    }
    return handle;
  }

  /** @returns `undefined` for a handle that has ended, and for one of another caller */
  find(caller: McpCaller, handle: string): HandledQuery | undefined {
    const [, deploymentId] = /^query-(\d{1,9})-/.exec(handle) ?? [];
    const share = this.#shares.get(`${caller.kind} ${deploymentId}`);
    const found = share?.peek(handle); // to read one makes it no newer
    return found?.owner === ownerOf(caller) ? found.query : undefined;
  }

  #shareOf(kind: McpCaller['kind'], deploymentId: number): LRUCache<string, HandleEntry> {
    const key = `${kind} ${deploymentId}`;
    const share = this.#shares.get(key) ?? this.#newShare();
    this.#shares.set(key, share);
    return share;
  }

  #newShare(): LRUCache<string, HandleEntry> {
    return new LRUCache({
      maxSize: most.bytesOfShare,
      sizeCalculation: ({ bytes }) => bytes,
      ttl: lastsMs,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: this.#clock,
    });
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
