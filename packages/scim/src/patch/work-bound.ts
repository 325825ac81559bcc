import type { ScimFilter } from '../filter/index.ts';
import { ScimError } from '../scim-error.ts';

/** Allows about a second of work, during which no other request is answered. */
const most = 1_000_000;

/** Comparing one part for equality costs little. */
const equalityCosts = 0.1;

/** Bounds the work of the operations of one PATCH: each comparison counts the elements it examines. */
export class WorkBound {
  #left = most;

  /** @throws ScimError `tooMany` */
  spend(elements: number, filter: ScimFilter | undefined): void {
    this.#left -= elements * (filter ? costOf(filter) : 1);
    if (this.#left >= 0) return;
    throw ScimError.bad(
      'tooMany',
      'This is too much for one PATCH; send the operations in several, or name the members',
    );
  }
}

function costOf(filter: ScimFilter): number {
  return filter.kind === 'compare' && filter.operator === 'eq' ? equalityCosts : comparisonsIn(filter);
}

function comparisonsIn(filter: ScimFilter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.reduce((sum, inner) => sum + comparisonsIn(inner), 0);
    case 'not':
      return comparisonsIn(filter.filter);
    default:
      return 1;
  }
}
