import { hash } from 'node:crypto';
import type { PolicyCaller } from '@orrery/kernel';
import {
  type Access,
  cubeOf,
  isVisible,
  type MemberId,
  type ModelIndex,
  type Policy,
  type Restrictions,
  restrictionsOn,
} from '@orrery/semantic';
import { redactionFor } from '../../query/index.ts';
import type { CallerRuntime } from '../../runtime.ts';
import { membersTested, policyWords, ruleWords } from './policy-words.ts';

/** A name of the model, and whether the caller may not know it. */
export interface NameInRights {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A policy of the model, or a rule of the project, that applies to a caller. */
export interface AppliedRestriction {
  readonly kind: 'policy' | 'rule';
  /** The cubes and views that it is about. */
  readonly of: readonly NameInRights[];
  /** Groups of the caller that it is for; `*`: everybody. */
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** Members that its row filters test; none where it allows every row. */
  readonly rowFilters: readonly NameInRights[];
  /** Other values of the caller in the row filters give another text. */
  readonly valuesHash: string;
  /** The text as its author wrote it: for users who may read the model. */
  readonly text: string;
}

/** The rights of a caller to some members, and the reasons. */
export interface RightsToMembers {
  /** Hash of the definitions of the whole model. */
  readonly modelVersion: string;
  /** The cubes and views of the members, each with the hash of its definitions and of those that they are made of. */
  readonly definitions: readonly (NameInRights & { readonly hash: string })[];
  readonly restrictions: readonly AppliedRestriction[];
  readonly masked: readonly NameInRights[];
  /** The members that the caller may not see. */
  readonly hidden: readonly string[];
  /** The members that the model does not have. */
  readonly missing: readonly string[];
}

/** @param pieces cubes and views whose rows count, whatever members of them are read */
export function rightsToMembers(
  members: readonly string[],
  pieces: readonly string[],
  { model, access, caller, query }: Pick<CallerRuntime, 'model' | 'access' | 'caller' | 'query'>,
): RightsToMembers {
  const { index } = model;
  const known = members.filter((id): id is MemberId => index.members.has(id as MemberId));
  const there = new Set(pieces.filter((name) => index.pieces.has(name)));
  const found = restrictionsOn({ members: known, pieces: there }, { model: index, access }, { ...query, caller });
  const { piece, member } = namesFor({ index, access });
  const named = [...new Set([...known.map(cubeOf), ...there])].sort();
  return {
    modelVersion: model.version,
    definitions: named.map((name) => ({ ...piece(name), hash: index.pieces.get(name)?.hash ?? '' })),
    restrictions: [
      ...found.policies.flatMap(({ of, policy: { policy, rows } }) =>
        policy ? [presentPolicy(policy, caller, { of: [piece(of)], member, values: rows })] : [],
      ),
      ...found.rules.map((one) => presentRule(one, { piece, member })),
    ],
    masked: found.masked.map(member),
    hidden: known.filter((id) => !isVisible(index.members.get(id) ?? missingMember(), index, access)),
    missing: members.filter((id) => !index.members.has(id as MemberId)),
  };
}

type Names = Readonly<Record<'piece' | 'member', (name: string) => NameInRights>>;

export function namesFor({ index, access }: { readonly index: ModelIndex; readonly access: Access }): Names {
  const redaction = redactionFor(index, access);
  return {
    piece: (name) => ({ name, isHidden: redaction.cube(name) !== name }),
    member: (name) => ({ name, isHidden: redaction.member(name) !== name }),
  };
}

function presentPolicy(
  policy: Policy,
  caller: PolicyCaller,
  shown: {
    readonly of: AppliedRestriction['of'];
    readonly member: (name: string) => NameInRights;
    readonly values: unknown;
  },
): AppliedRestriction {
  const { needs, rows = [] } = policy;
  const own = needs?.kind === 'roles' ? caller.roles : caller.groups;
  const names = (needs?.names ?? ['*']).filter((name) => name === '*' || own.includes(name));
  return {
    kind: 'policy',
    of: shown.of,
    groups: needs?.kind === 'roles' ? [] : names,
    roles: needs?.kind === 'roles' ? names : [],
    rowFilters: membersTested(rows).map(shown.member),
    valuesHash: hashOf(shown.values),
    text: policyWords(policy),
  };
}

function presentRule({ rule, restricts }: Restrictions['rules'][number], { piece, member }: Names): AppliedRestriction {
  return {
    kind: 'rule',
    of: [...restricts.keys()].map(piece),
    groups: ['*'],
    roles: [],
    rowFilters: [...membersTested(rule.filters), ...rule.segments].map(member),
    valuesHash: hashOf([...restricts.values()]),
    text: ruleWords(rule),
  };
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value ?? null)).slice(0, 16);
}

function missingMember(): never {
  throw new Error('a member that was just found is there');
}
