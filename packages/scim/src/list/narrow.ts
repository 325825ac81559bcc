import type { TestCondition } from '@orrery/people';
import type { BoundScimFilter } from '../filter/index.ts';

export interface Narrowed<Test> {
  /** Condition that holds for everything the filter matches. */
  readonly condition: TestCondition<Test>;
  /** Whether the condition matches nothing else. */
  readonly isExact: boolean;
}

/** @param testOf returns the store's test for a comparison; `undefined` when no test means exactly the same */
export function narrow<Test>(
  filter: BoundScimFilter | undefined,
  testOf: (comparison: BoundScimFilter & { readonly kind: 'compare' }) => Test | undefined,
): Narrowed<Test> {
  if (!filter) return { condition: { kind: 'any' }, isExact: true };
  switch (filter.kind) {
    case 'never':
      return { condition: { kind: 'none' }, isExact: true };
    case 'compare': {
      const test = testOf(filter);
      return test === undefined ? everything : { condition: { kind: 'test', test }, isExact: true };
    }
    case 'not': {
      const { condition, isExact } = narrow(filter.filter, testOf);
      return isExact ? { condition: { kind: 'not', condition }, isExact } : everything;
    }
    case 'and':
    case 'or': {
      const parts = filter.filters.map((inner) => narrow(inner, testOf));
      const isExact = parts.every((part) => part.isExact);
      return { condition: { kind: filter.kind, conditions: parts.map(({ condition }) => condition) }, isExact };
    }
    case 'present':
    case 'element':
      return everything;
  }
}

const everything = { condition: { kind: 'any' }, isExact: false } as const;
