import {
  finding,
  type Finding,
  type MemberChoice,
  optional,
  type PlacedName,
  placeOf,
  type PolicyDefinition,
  type PolicyFilterDefinition,
} from '../../source/index.ts';
import { checkRowFilter } from '../check/check-row-filter.ts';
import type { MemberId } from '../form/fragment.ts';
import type { Member } from '../model.ts';
import type { Policy, PolicyFilter } from '../form/policy.ts';
import { companionName } from './resolve-link.ts';

/** The cube or view of the policies, with its members resolved. */
export interface PolicyHolder {
  readonly kind: 'cube' | 'view';
  readonly name: string;
  readonly members: readonly Member[];
  /** Whether a member is missing for a reason that is already reported. */
  readonly isMissing: (name: string) => boolean;
}

/** Resolves the names in policies; `undefined` for a cube or view without any. */
export function resolvePolicies(
  definitions: readonly PolicyDefinition[],
  holder: PolicyHolder,
  findings: Finding[],
): readonly Policy[] | undefined {
  if (definitions.length === 0) return undefined;
  const known = new Map(holder.members.map((member) => [member.name, member]));
  const byId = new Map(holder.members.map((member) => [member.id, member]));
  const site: PolicySite = { holder, known, byId, findings };
  return definitions.flatMap((definition) => resolvePolicy(definition, site) ?? []);
}

interface PolicySite {
  readonly holder: PolicyHolder;
  readonly known: ReadonlyMap<string, Member>;
  readonly byId: ReadonlyMap<MemberId, Member>;
  readonly findings: Finding[];
}

/** Resolves a policy; `undefined` when its row filter is broken, so that it grants nothing. */
function resolvePolicy(
  { needs, conditions, shows, masks, rows, at }: PolicyDefinition,
  site: PolicySite,
): Policy | undefined {
  const filters = rows?.map((filter) => resolveFilter(filter, site));
  const shown = shows && resolveChoice(shows, site);
  const masked = masks && resolveChoice(masks, site);
  if (filters?.includes(undefined)) return undefined;
  return {
    ...optional('needs', needs),
    conditions,
    ...membersOf(shown, masked && { ...masked, ids: masked.ids.filter(canBeMasked) }),
    ...optional(
      'rows',
      filters?.flatMap((filter) => filter ?? []),
    ),
    file: at.file,
    line: at.line,
  };

  function canBeMasked(id: MemberId): boolean {
    const member = site.byId.get(id);
    if (member?.kind !== 'segment') return true;
    if (masks && masked?.isNamed.has(id)) {
      const params = { reference: id, kind: member.kind, list: 'member_masking' };
      site.findings.push(finding('model.wrong-kind', params, placeOf(masks.place, 'includes')));
    }
    return false;
  }
}

/** Members selected by `includes` and `excludes`. */
interface ChosenMembers {
  readonly isAll: boolean;
  readonly ids: readonly MemberId[];
  /** Members that `includes` names individually. */
  readonly isNamed: ReadonlySet<MemberId>;
}

/** Decides between shown and masked: a name overrides `*`, and between two names, or two `*`, the mask wins. */
function membersOf(
  shown: ChosenMembers | undefined,
  masked: ChosenMembers | undefined,
): Pick<Policy, 'shows' | 'masks'> {
  if (!shown) return { shows: 'all', masks: [] };
  if (!masked || masked.ids.length === 0) return { shows: shown.isAll ? 'all' : shown.ids, masks: [] };
  const isShown = new Set(shown.ids);
  const masks = masked.ids.filter((id) => !isShown.has(id) || !shown.isNamed.has(id) || masked.isNamed.has(id));
  const isMasked = new Set(masks);
  return { shows: shown.ids.filter((id) => !isMasked.has(id)), masks };
}

function resolveChoice({ includes, excludes }: MemberChoice, site: PolicySite): ChosenMembers {
  const everything = includes === '*' || excludes === '*' ? [...site.byId.keys()] : [];
  const named = includes === '*' ? [] : includes.flatMap((one) => resolveName(one, site));
  const out = new Set(excludes === '*' ? everything : excludes.flatMap((one) => resolveName(one, site)));
  const ids = includes === '*' ? everything : [...new Set(named)];
  return {
    isAll: includes === '*' && out.size === 0,
    ids: ids.filter((id) => !out.has(id)),
    isNamed: new Set(named),
  };
}

/** Resolves a member, together with the addresses of its links. */
function resolveName(one: PlacedName, site: PolicySite): readonly MemberId[] {
  const member = find(one, site);
  if (!member) return [];
  const links = member.kind === 'dimension' ? (member.links ?? []) : [];
  const companions = links.flatMap(({ name }) => site.known.get(companionName(member.name, name))?.id ?? []);
  return [member.id, ...companions];
}

function resolveFilter(filter: PolicyFilterDefinition, site: PolicySite): PolicyFilter | undefined {
  if (filter.kind !== 'member') {
    const filters = filter.filters.map((one) => resolveFilter(one, site));
    return filters.includes(undefined)
      ? undefined
      : { kind: filter.kind, filters: filters.flatMap((one) => one ?? []) };
  }
  const member = find(filter.member, site);
  if (!member) return undefined;
  const { operator, values, place } = filter;
  const reason = checkRowFilter(member, operator, values ?? []);
  if (reason !== undefined) {
    const at = placeOf(place, reason.key);
    site.findings.push(finding('model.policy-value', { member: member.id, reason: reason.text }, at));
    return undefined;
  }
  return { kind: 'member', member: member.id, operator, ...optional('values', values) };
}

function find({ name, place }: PlacedName, { holder, known, findings }: PolicySite): Member | undefined {
  const member = known.get(name);
  if (member || holder.isMissing(name)) return member;
  const hint = { name, among: () => known.keys() };
  findings.push(finding('model.unresolved', { reference: `${holder.name}.${name}` }, place, { hint }));
  return undefined;
}
