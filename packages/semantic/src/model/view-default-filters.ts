import { finding, type Finding, placeOf } from '../source/finding.ts';
import { optional } from '../source/read-fields.ts';
import type { DefaultFilterDefinition } from '../source/view-definition.ts';
import { didYouMean } from '../problem/nearest.ts';
import type { DefaultFilter, Member } from './model.ts';

/** @param isPartial something the view includes is missing for a reason that is told already */
export function viewDefaultFilters(
  definitions: readonly DefaultFilterDefinition[],
  view: { readonly name: string; readonly members: readonly Member[]; readonly isPartial: boolean },
  findings: Finding[],
): readonly DefaultFilter[] {
  const known = new Map(view.members.filter(({ kind }) => kind !== 'segment').map((member) => [member.name, member]));
  return definitions.flatMap((definition): readonly DefaultFilter[] => {
    const { member, operator, values, unless, place } = definition;
    const target = find(member, 'member');
    const others = unless.map((name) => find(name, 'unless'));
    if (!target || others.includes(undefined)) return [];
    checkValues(target, definition);
    return [
      { member: target.id, operator, ...optional('values', values), unless: others.flatMap((one) => one?.id ?? []) },
    ];

    function find(name: string, key: 'member' | 'unless'): Member | undefined {
      const found = known.get(name);
      if (found || view.isPartial) return found;
      const params = { member: name, view: view.name };
      const hint = didYouMean(name, known.keys());
      findings.push(finding('model.default-filter-member', params, placeOf(place, key), { hint }));
      return undefined;
    }
  });

  function checkValues(member: Member, { values, place }: DefaultFilterDefinition): void {
    for (const value of values ?? []) {
      if (value === null || member.kind === 'segment' || fits(value, member.type)) continue;
      const reason = `'${value}' is not a ${member.type}, as '${member.id}' is`;
      findings.push(finding('model.default-filter', { view: view.name, reason }, placeOf(place, 'values')));
    }
  }
}

/** Texts and times are only understood when a query is asked. */
function fits(value: string, type: Exclude<Member, { kind: 'segment' }>['type']): boolean {
  if (type === 'number') return /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value);
  return type !== 'boolean' || /^(true|false)$/i.test(value);
}
