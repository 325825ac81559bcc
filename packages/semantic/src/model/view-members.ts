import type { MemberDefinition } from '../source/definition.ts';
import { finding, type Finding } from '../source/finding.ts';
import type { Entry, MergedCube, MergedView } from './entry.ts';
import type { Holder } from './member-face.ts';
import type { CubeName, Dimension, Fragment, Measure, Member, Segment } from './model.ts';
import { resolveDimension, resolveSegment } from './resolve-dimension.ts';
import { resolveMeasure } from './resolve-measure.ts';
import { cubeNameOf, openScope, type Scope } from './scope.ts';

/**
 * Members that a view makes of those it includes: expressions over dimensions, over measures, and conditions. A view has
 * no rows, so nothing in them reads a column or aggregates.
 *
 * @param included definitions of what the view includes, by the names they have in it
 */
export function resolveViewMembers(
  view: MergedView,
  holder: Holder,
  included: ReadonlyMap<string, MemberDefinition>,
  entries: ReadonlyMap<CubeName, Entry>,
  findings: Finding[],
): readonly Member[] {
  const own = view.definition.members;
  const members = new Map([...included, ...own.map((member) => [member.name, member] as const)]);
  return own.flatMap((definition) => {
    const scope = openScope(asCube(view, members), entries);
    const member = resolve(definition, holder, scope);
    if (isOfMembers(definition, member, view.name)) {
      findings.push(...scope.findings);
      return [member];
    }
    // What is unknown is told as such; it says more than that it does not belong here.
    const unknown = scope.findings.filter(({ problem }) => problem.code === 'model.unresolved');
    const refused = finding('model.view-own-member', { view: view.name, member: definition.name }, definition.place);
    findings.push(...(unknown.length > 0 ? unknown : [refused]));
    return [];
  });
}

function resolve(definition: MemberDefinition, holder: Holder, scope: Scope): Member {
  switch (definition.kind) {
    case 'dimension':
      return resolveDimension(definition, holder, scope).member;
    case 'measure':
      return resolveMeasure(definition, holder, scope).member;
    case 'segment':
      return resolveSegment(definition, holder, scope).member;
  }
}

/** Whether a member is made of members of the view alone. */
function isOfMembers(definition: MemberDefinition, member: Member, view: CubeName): boolean {
  const fragments = ownFragments(definition, member);
  return (
    fragments !== undefined &&
    fragments.some(({ parts }) => parts.some(({ kind }) => kind === 'member')) &&
    fragments.every(({ parts }) =>
      parts.every((part) => part.kind === 'text' || (part.kind === 'member' && cubeNameOf(part.member) === view)),
    )
  );
}

/** `undefined` for what only a cube can have. */
function ownFragments(definition: MemberDefinition, member: Member): readonly Fragment[] | undefined {
  switch (member.kind) {
    case 'dimension':
      return definition.kind === 'dimension' && definition.links.length === 0 && !member.isPrimaryKey
        ? dimensionFragments(member)
        : undefined;
    case 'measure':
      return measureFragments(member);
    case 'segment':
      return segmentFragments(member);
  }
}

function dimensionFragments({ expression }: Dimension): readonly Fragment[] | undefined {
  if (expression.kind === 'sql') return [expression.sql];
  if (expression.kind !== 'case') return undefined;
  const labels = [
    ...expression.when.map(({ label }) => label),
    ...(expression.otherwise ? [expression.otherwise] : []),
  ];
  return [
    ...expression.when.map(({ condition }) => condition),
    ...labels.flatMap((label) => (label.kind === 'sql' ? [label.sql] : [])),
  ];
}

function measureFragments({ expression }: Measure): readonly Fragment[] | undefined {
  return expression.kind === 'calculated' ? [expression.sql, ...expression.filters] : undefined;
}

function segmentFragments({ expression }: Segment): readonly Fragment[] | undefined {
  return expression.kind === 'sql' ? [expression.sql] : undefined;
}

/** A view seen as the cube its own members would belong to. */
function asCube(view: MergedView, members: ReadonlyMap<string, MemberDefinition>): MergedCube {
  const losses = { names: [], joins: [], isOpen: false };
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
