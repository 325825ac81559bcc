import { type DataScope, Unavailable } from '@orrery/kernel';
import { tenantOf } from '@orrery/runtime';

/** Bound on what of one tenant waits, in characters; each request counts as no less than a page. */
const mostWaiting = 2 * 1024 * 1024;
const leastSize = 2 * 1024;

interface Line {
  last: Promise<unknown>;
  size: number;
}

/** Lets each tenant have one request in a thread at a time, so that those of others come between. */
export class TenantTurns {
  readonly #lines = new Map<string, Line>();

  /** Does work after the earlier work of the tenant. @throws Unavailable when too much of the tenant waits */
  async take<T>(principal: DataScope, length: number, work: () => Promise<T>): Promise<T> {
    const tenant = `${principal.deploymentId} ${tenantOf(principal)}`;
    const line = this.#lines.get(tenant) ?? { last: Promise.resolve(), size: 0 };
    const size = Math.max(length, leastSize);
    if (line.size + size > mostWaiting) throw new Unavailable('graphql.busy', 'Too many requests wait; try again');
    const turn = line.last.then(work);
    line.size += size;
    line.last = turn.catch(() => undefined);
    this.#lines.set(tenant, line);
    try {
      return await turn;
    } finally {
      line.size -= size;
      if (line.size === 0) this.#lines.delete(tenant);
    }
  }
}
