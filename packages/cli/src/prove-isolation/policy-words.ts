import type { MemberId, ModelIndex, PolicyFilter, PolicyTerm } from '@orrery/semantic';

/** Values of a caller that the policies of a model read. */
export interface PolicyWords {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: readonly ReadAttribute[];
}

export interface ReadAttribute {
  readonly of: 'security-context' | 'user-attributes';
  readonly path: readonly string[];
  /** The member whose values it is compared with. Absent when a condition reads it. */
  readonly member?: MemberId;
  /** Literals of the policy it is compared with. */
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
