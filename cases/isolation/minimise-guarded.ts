import type { WorldQuery } from '../proof/answer.ts';
import { membersOfFilter } from '../proof/filters.ts';
import { smallerThan } from '../proof/minimise.ts';
import { idsOf } from './difference-as.ts';
import type { GuardedWorld, Identity, PolicyTest, WorldPolicy, WorldSelection } from './guarded-world.ts';

export interface GuardedExample {
  readonly guarded: GuardedWorld;
  readonly identity: Identity;
  readonly query: WorldQuery;
}

/** Leaves out whatever an example does not need to fail, one thing after the other, until nothing more can go. */
export async function minimiseGuarded(
  example: GuardedExample,
  fails: (smaller: GuardedExample) => Promise<boolean>,
): Promise<GuardedExample> {
  let smallest = example;
  for (let left = 250; left > 0; ) {
    let found: GuardedExample | undefined;
    for (const smaller of smallerGuarded(smallest)) {
      if (left-- <= 0) break;
      if (await fails(smaller)) {
        found = smaller;
        break;
      }
    }
    if (!found) break;
    smallest = found;
  }
  return smallest;
}

function* smallerGuarded(example: GuardedExample): Generator<GuardedExample> {
  const { guarded, query } = example;
  for (const policies of smallerPolicies(guarded.policies)) yield { ...example, guarded: { ...guarded, policies } };
  for (const id of guarded.masks.keys()) {
    const masks = new Map([...guarded.masks].filter(([one]) => one !== id));
    yield { ...example, guarded: { ...guarded, masks } };
  }
  for (const { world, query: asked } of smallerThan({ world: guarded.world, query })) {
    yield { ...example, query: asked, guarded: fitted({ ...guarded, world }) };
  }
}

function* smallerPolicies(policies: GuardedWorld['policies']): Generator<GuardedWorld['policies']> {
  for (const [piece, own] of policies) {
    yield new Map([...policies].filter(([one]) => one !== piece));
    for (const at of own.keys()) if (own.length > 1) yield new Map([...policies, [piece, own.toSpliced(at, 1)]]);
    for (const [at, policy] of own.entries()) {
      for (const smaller of smallerPolicy(policy)) yield new Map([...policies, [piece, own.with(at, smaller)]]);
    }
  }
}

function* smallerPolicy(policy: WorldPolicy): Generator<WorldPolicy> {
  const { needs, rows, masking, opensAllRows, ...others } = policy;
  const rest = {
    ...(rows ? { rows } : {}),
    ...(masking ? { masking } : {}),
    ...(opensAllRows ? { opensAllRows } : {}),
  };
  if (needs) yield { ...others, ...rest };
  if (others.conditions.length > 0) yield { ...policy, conditions: [] };
  if (rows) {
    const { rows: _, ...open } = policy;
    yield open;
    for (const at of rows.keys()) if (rows.length > 1) yield { ...policy, rows: rows.toSpliced(at, 1) };
    for (const [at, test] of rows.entries()) {
      if ('and' in test || 'or' in test) {
        for (const one of 'and' in test ? test.and : test.or) yield { ...policy, rows: rows.with(at, one) };
      }
    }
  }
  if (masking) {
    const { masking: _, ...bare } = policy;
    yield bare;
  }
  for (const key of ['level', 'masking'] as const) {
    const selection = policy[key];
    for (const list of ['includes', 'excludes'] as const) {
      const names = selection?.[list];
      if (!Array.isArray(names)) continue;
      for (const at of names.keys()) yield { ...policy, [key]: { ...selection, [list]: names.toSpliced(at, 1) } };
    }
  }
}

/** Without names that are gone. */
function fitted({ world, policies, masks }: GuardedWorld): GuardedWorld {
  const ids = new Set(idsOf(world));
  const pieces = new Set([...world.cubes, ...world.views].map(({ name }) => name));
  return {
    world,
    masks: new Map([...masks].filter(([id]) => ids.has(id))),
    policies: new Map(
      [...policies]
        .filter(([piece]) => pieces.has(piece))
        .map(([piece, own]) => [
          piece,
          own.map((policy) => fittedPolicy(policy, (name) => ids.has(`${piece}.${name}`))),
        ]),
    ),
  };
}

function fittedPolicy(policy: WorldPolicy, isKnown: (name: string) => boolean): WorldPolicy {
  const { level, masking, rows, ...others } = policy;
  const known = rows?.filter((test) => namesOf(test).every(isKnown));
  return {
    ...others,
    ...(level ? { level: fittedSelection(level, isKnown) } : {}),
    ...(masking ? { masking: fittedSelection(masking, isKnown) } : {}),
    ...(known && known.length > 0 ? { rows: known } : {}),
  };
}

function fittedSelection({ includes, excludes }: WorldSelection, isKnown: (name: string) => boolean): WorldSelection {
  return {
    ...(includes ? { includes: includes === '*' ? includes : includes.filter(isKnown) } : {}),
    ...(excludes ? { excludes: excludes.filter(isKnown) } : {}),
  };
}

function namesOf(test: PolicyTest): readonly string[] {
  if ('and' in test) return test.and.flatMap(namesOf);
  if ('or' in test) return test.or.flatMap(namesOf);
  return membersOfFilter({ member: test.member, operator: test.operator });
}
