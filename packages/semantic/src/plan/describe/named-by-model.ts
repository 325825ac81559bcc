import { askedFor, type MemberId, type ModelIndex, originalOf } from '../../model/index.ts';
import type { Outcome, Problem } from '../../problem/index.ts';

/** Ids of members that are made for one query: `orders.count~made_1`, `orders.count~over~orders.rolling~`. */
const madeIds = /\w+\.\w+(?:~(?:\w+(?:\.\w+)*)?)+/g;

/**
 * Names members as the model does in the problems of a plan: users do not know those that are made for one query.
 *
 * @param model without members made for a query
 */
export function namedByModel<T>(outcome: Outcome<T>, model: ModelIndex): Outcome<T> {
  if (outcome.ok) return outcome;
  const named = (text: string) => text.replaceAll(madeIds, (id) => nameOf(id, model));
  const problems = outcome.problems.map(
    (problem): Problem => ({
      ...problem,
      message: named(problem.message),
      ...(problem.hint === undefined ? {} : { hint: named(problem.hint) }),
    }),
  );
  return { ok: false, problems };
}

function nameOf(id: string, model: ModelIndex): string {
  const original = originalOf(askedFor(id as MemberId)); // it has the form of an id
  if (model.members.has(original)) return original;
  const [, aggregate = ''] = original.split('.');
  return `${aggregate.replaceAll('_', ' ').toUpperCase()} of rows`;
}
