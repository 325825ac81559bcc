import type { MemberId, ModelIndex, PolicyFilter, PolicyTerm } from '@orrery/semantic';

/** What the policies of a model read of a caller. */
export interface PolicyWords {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: readonly ReadAttribute[];
}

export interface ReadAttribute {
  readonly of: 'security-context' | 'user-attributes';
  readonly path: readonly string[];
  /** Its values are compared with those of the member. Absent: a condition reads it. */
  readonly member?: MemberId;
  /** What it is compared with in words of the policy. */
  readonly literals: readonly string[];
}

export function policyWords({ pieces }: ModelIndex): PolicyWords {
  const policies = [...pieces.values()].flatMap((piece) => piece.policies ?? []);
  const needed = (kind: 'groups' | 'roles') => [
    ...new Set(
      policies.flatMap(({ needs }) => (needs?.kind === kind ? needs.names : [])).filter((name) => name !== '*'),
    ),
  ];
  const ofConditions = policies.flatMap(({ conditions }) =>
    conditions.flatMap(({ expression }) => attributesOf(expression)),
  );
  const ofRows = policies.flatMap(({ rows = [] }) => rows.flatMap(attributesOfFilter));
  return { groups: needed('groups'), roles: needed('roles'), attributes: distinct([...ofRows, ...ofConditions]) };
}

function attributesOfFilter(filter: PolicyFilter): readonly ReadAttribute[] {
  if (filter.kind !== 'member') return filter.filters.flatMap(attributesOfFilter);
  return (filter.values ?? []).flatMap((value) =>
    typeof value === 'object' && value !== null
      ? attributesOf(value.expression).map((attribute) => ({ ...attribute, member: filter.member }))
      : [],
  );
}

function attributesOf(term: PolicyTerm, literals: readonly string[] = []): readonly ReadAttribute[] {
  switch (term.kind) {
    case 'path':
      return term.of === 'groups' ? [] : [{ of: term.of, path: term.path, literals }];
    case 'literal':
      return [];
    case 'and':
    case 'or':
      return term.terms.flatMap((one) => attributesOf(one));
    case 'not':
      return attributesOf(term.term);
    case 'call': {
      const given = term.arguments.flatMap((one) => (one.kind === 'literal' ? [String(one.value)] : []));
      return [...attributesOf(term.on, given), ...term.arguments.flatMap((one) => attributesOf(one))];
    }
    case 'text':
      return term.parts.flatMap((part) => (typeof part === 'string' ? [] : attributesOf(part)));
  }
}

function distinct(attributes: readonly ReadAttribute[]): readonly ReadAttribute[] {
  return [...new Map(attributes.toReversed().map((one) => [`${one.of} ${one.path.join('.')}`, one])).values()];
}
