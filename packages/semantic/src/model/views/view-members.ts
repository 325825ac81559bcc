import { finding, type Finding, type MemberDefinition, placeOf } from '../../source/index.ts';
import type { ProblemCode } from '../../problem/index.ts';
import type { Entry, MergedCube, MergedView } from '../names/entry.ts';
import type { Holder } from '../resolve/member-face.ts';
import { everyPart, membersIn } from '../facts/fragments-of.ts';
import { findCycles } from '../graph/find-cycles.ts';
import type { CubeName, Member, MemberId } from '../model.ts';
import { resolveDimension, type ResolvedMember, resolveSegment } from '../resolve/resolve-dimension.ts';
import { resolveMeasure } from '../resolve/resolve-measure.ts';
import { memberId, openScope, type CubeScope } from '../resolve/scope.ts';
import { viewMemberParts } from './view-member-parts.ts';

interface ViewMember {
  readonly member: Member;
  /** Members of the view that it needs and that are missing. */
  readonly lostNames: readonly string[];
  /** Every name used to resolve it: cubes whose members it reads by path, and views it follows. */
  readonly inputs: Iterable<CubeName>;
  readonly dependencies: Iterable<CubeName>;
  /** Paths in it without a declared join. */
  readonly broken: readonly Finding[];
}

/**
 * Resolves members that a view defines over the included ones, or over cubes: expressions over dimensions or measures,
 * conditions, switches, and measures of several stages. A view has no rows, so they cannot read columns or aggregate
 * rows.
 *
 * @param included definitions of the included members, by their names in the view, and the names of members it cannot
 * reach
 */
export function resolveViewMembers(
  view: MergedView,
  holder: Holder,
  included: { readonly definitions: ReadonlyMap<string, MemberDefinition>; readonly lost: readonly string[] },
  entries: ReadonlyMap<CubeName, Entry>,
  findings: Finding[],
): readonly ViewMember[] {
  const own = view.definition.members;
  const members = new Map([...included.definitions, ...own.map((member) => [member.name, member] as const)]);
  const references = new Map<MemberId, readonly MemberId[]>();
  const resolved = own.flatMap((definition) => {
    const scope = openScope(asCube(view, members, included.lost), entries);
    const { member, references: read, maskReferences = [] } = resolve(definition, holder, scope);
    references.set(member.id, [...read, ...maskReferences]);
    if (scope.lost.length > 0) return [viewMember(member, scope)];
    if (scope.findings.length > 0 && scope.findings.every(({ problem }) => problem.code === 'model.no-join'))
      return [viewMember(member, scope, scope.findings)];
    const reason = reasonAgainst(definition, member);
    if (reason === undefined) {
      findings.push(...scope.findings);
      return [viewMember(member, scope)];
    }
    // A problem with a name is more specific than the message that a member does not belong here.
    const reported = scope.findings.filter(({ problem }) => ofNames.has(problem.code));
    const params = { view: view.name, member: definition.name };
    const refused = finding('model.view-own-member', params, definition.place, { hint: reason });
    findings.push(...(reported.length > 0 ? reported : [refused]));
    return [];
  });
  for (const chain of findCycles(references.keys(), (id) => references.get(id) ?? [])) {
    const first = own.find(({ name }) => memberId(view.name, name) === chain[0]);
    const place = placeOf(first?.place ?? view.definition.place, 'sql');
    findings.push(finding('model.member-cycle', { chain }, place));
  }
  return resolved;
}

function viewMember(
  member: Member,
  { lost, inputs, dependencies }: CubeScope,
  broken: readonly Finding[] = [],
): ViewMember {
  return { member, lostNames: lost, inputs: inputs.keys(), dependencies, broken };
}

const ofNames: ReadonlySet<string> = new Set<ProblemCode>([
  'model.unresolved',
  'model.no-granularity',
  'model.not-a-dimension',
  'model.not-filterable',
  'model.stage-filter',
  'model.no-value-of-switch',
  'model.switch-on-expression',
  'model.time-shift-of-no-time',
  'model.unknown-time-shift',
]);

function resolve(definition: MemberDefinition, holder: Holder, scope: CubeScope): ResolvedMember<Member> {
  switch (definition.kind) {
    case 'dimension':
      return resolveDimension(definition, holder, scope);
    case 'measure':
      return resolveMeasure(definition, holder, scope);
    case 'segment':
      return resolveSegment(definition, holder, scope);
  }
}

/** Returns why a member is not made of members alone. */
function reasonAgainst(definition: MemberDefinition, member: Member): string | undefined {
  const parts = viewMemberParts(definition, member);
  if ('reason' in parts) return parts.reason;
  const mask = member.kind !== 'segment' && member.mask?.kind === 'sql' ? [member.mask.sql] : [];
  const read = [...parts.fragments, ...mask].flatMap(everyPart);
  if (read.some(({ kind }) => kind !== 'text' && kind !== 'member')) return 'It reads columns, which only cubes have';
  const named = [...membersIn(parts.fragments), ...parts.named];
  const isSwitch = member.kind === 'dimension' && member.expression.kind === 'switch';
  return named.length === 0 && !isSwitch ? 'It names no member of the view' : undefined;
}

/** Presents a view as the cube of its own members. */
function asCube(view: MergedView, members: ReadonlyMap<string, MemberDefinition>, lost: readonly string[]): MergedCube {
  const losses = { names: lost, joins: [], isOpen: false };
  const { name, place, isDamaged } = view.definition;
  return {
    kind: 'cube',
    name: view.name,
    definition: {
      kind: 'cube',
      name,
      place,
      isDamaged,
      members: [],
      hierarchies: [],
      joins: [],
      preAggregations: [],
      policies: [],
      losses,
    },
    source: undefined,
    members,
    hierarchies: [],
    clashes: [],
    joins: [],
    preAggregations: [],
    losses,
  };
}
