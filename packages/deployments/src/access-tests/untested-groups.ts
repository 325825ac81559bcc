import type { ModelIndex, PolicyTerm } from '@orrery/semantic';

/** Finds groups that policies name but no tested caller has: each may be misspelt, also in a condition. */
export function untestedGroups({ pieces }: ModelIndex, tested: ReadonlySet<string>): readonly string[] {
  const policies = [...pieces.values()].flatMap((piece) => piece.policies ?? []);
  const named = policies.flatMap(({ needs, conditions }) => [
    ...(needs?.kind === 'groups' ? needs.names : []),
    ...conditions.flatMap(({ expression }) => groupsIn(expression)),
  ]);
  return [...new Set(named)].filter((name) => name !== '*' && !tested.has(name)).sort();
}

function groupsIn(term: PolicyTerm): readonly string[] {
  switch (term.kind) {
    case 'path':
    case 'literal':
      return [];
    case 'not':
      return groupsIn(term.term);
    case 'and':
    case 'or':
      return term.terms.flatMap(groupsIn);
    case 'text':
      return term.parts.flatMap((part) => (typeof part === 'string' ? [] : groupsIn(part)));
    case 'call': {
      const isAboutGroups = term.on.kind === 'path' && term.on.of === 'groups';
      const names = term.arguments.flatMap((one) => (one.kind === 'literal' ? [String(one.value)] : []));
      return isAboutGroups ? names : [term.on, ...term.arguments].flatMap(groupsIn);
    }
  }
}
