import type { WireReceiptRerun } from '@orrery/contract';
import type { AppliedRestriction, RightsToMembers } from '@orrery/runtime';
import { nameFor } from './present-receipt.ts';

type RightsDifference = WireReceiptRerun['permissions']['differences'][number];

/** Names the policies, rules, masks and fields that differ now. Values of the user are not shown. */
export function compareRights(
  before: Pick<RightsToMembers, 'restrictions' | 'masked' | 'hidden'>,
  now: RightsToMembers | undefined,
  mayReadModel: boolean,
): WireReceiptRerun['permissions'] {
  if (!now) return { changed: null, differences: [] };
  const differences = [
    ...restrictionsChanged(before.restrictions, now.restrictions, mayReadModel),
    ...masksChanged(before.masked, now.masked, mayReadModel),
    ...now.hidden.filter((name) => !before.hidden.includes(name)).map((name) => aboutMember('hidden', name)),
  ];
  return { changed: differences.length > 0, differences };
}

type AppliedRestrictions = readonly AppliedRestriction[];

function restrictionsChanged(
  before: AppliedRestrictions,
  now: AppliedRestrictions,
  mayReadModel: boolean,
): readonly RightsDifference[] {
  const [old, present] = [Map.groupBy(before, keyOf), Map.groupBy(now, keyOf)];
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((key): readonly RightsDifference[] => {
    const [was, is] = [old.get(key) ?? [], present.get(key) ?? []];
    const [one] = [...is, ...was];
    if (!one) return [];
    const of = one.of.map((name) => nameFor(name, mayReadModel)).join(', ');
    const name = [...one.groups, ...one.roles].join(', ');
    if (was.length !== is.length)
      return [{ change: is.length > was.length ? 'applies' : 'applies-no-longer', of, name }];
    if (valuesOf(was) === valuesOf(is)) return [];
    return [{ change: 'other-values', of, name: one.rowFilters.map((each) => nameFor(each, mayReadModel)).join(', ') }];
  });
}

function keyOf({ kind, of, groups, roles, rowFilters }: AppliedRestriction): string {
  const names = (list: AppliedRestriction['of']) => list.map(({ name }) => name);
  return JSON.stringify([kind, names(of), groups, roles, names(rowFilters)]);
}

function valuesOf(restrictions: AppliedRestrictions): string {
  return restrictions
    .map(({ valuesHash }) => valuesHash)
    .toSorted()
    .join();
}

function masksChanged(
  before: RightsToMembers['masked'],
  now: RightsToMembers['masked'],
  mayReadModel: boolean,
): readonly RightsDifference[] {
  const isIn = (list: RightsToMembers['masked'], name: string) => list.some((one) => one.name === name);
  return [
    ...now.filter(({ name }) => !isIn(before, name)).map((one) => aboutMember('masked', nameFor(one, mayReadModel))),
    ...before
      .filter(({ name }) => !isIn(now, name))
      .map((one) => aboutMember('masked-no-longer', nameFor(one, mayReadModel))),
  ];
}

function aboutMember(change: RightsDifference['change'], name: string): RightsDifference {
  return { change, of: name.split('.')[0] ?? '', name };
}
