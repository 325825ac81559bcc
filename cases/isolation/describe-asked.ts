import type { WorldQuery } from '../proof/answer.ts';
import type { Difference } from '../proof/compare.ts';
import { type GuardedWorld, type Identity, securityContextOf } from './guarded-world.ts';
import { writeGuardedModel } from './write-guarded-model.ts';

/** Describes the query, the identity and the model that reproduce a difference. */
export function describeAsked(
  guarded: GuardedWorld,
  identity: Identity,
  query: WorldQuery,
  { what, expected, given, sql }: Difference,
): string {
  return [
    `The answer differs from what the rules leave: ${what}`,
    '--- model.yml',
    writeGuardedModel(guarded),
    '--- security context',
    JSON.stringify(securityContextOf(identity)),
    '--- query.json',
    JSON.stringify(query, undefined, 2),
    '--- expected',
    JSON.stringify(expected),
    '--- answered instead',
    JSON.stringify(given),
    ...(sql === undefined ? [] : ['--- by', sql]),
  ].join('\n');
}
