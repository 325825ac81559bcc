import { type DefaultFilterDefinition, finding, type Finding, optional, placeOf } from '../../source/index.ts';
import { filterFault } from '../check/filter-fault.ts';
import type { DefaultFilter, Member } from '../model.ts';

/** @param isPartial whether part of the view is missing for a reason that is already reported */
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
    checkFilter(target, definition);
    return [
      { member: target.id, operator, ...optional('values', values), unless: others.flatMap((one) => one?.id ?? []) },
    ];

    function find(name: string, key: 'member' | 'unless'): Member | undefined {
      const found = known.get(name);
      if (found || view.isPartial) return found;
      const params = { member: name, view: view.name };
      const hint = { name, among: () => known.keys() };
      findings.push(finding('model.default-filter-member', params, placeOf(place, key), { hint }));
      return undefined;
    }
  });

  function checkFilter(member: Member, { operator, values, place }: DefaultFilterDefinition): void {
    if (member.kind === 'segment') return;
    const reason = filterFault(member, operator, values);
    if (reason === undefined) return;
    findings.push(finding('model.default-filter', { view: view.name, reason }, placeOf(place, 'values')));
  }
}
